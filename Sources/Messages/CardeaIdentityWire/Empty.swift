/// A response without fields: the operation succeeded.
package struct EmptyResponse: Sendable, Codable {}
