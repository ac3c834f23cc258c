// The names of swift-http-types, so that a test can import them beside this package's.

package enum HTTPField {}
package enum HTTPFields {}
package enum HTTPRequest {}
package enum HTTPResponse {}
