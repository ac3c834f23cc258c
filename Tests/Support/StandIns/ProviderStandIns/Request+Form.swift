import CardeaEncodings
package import CardeaHTTPRouting

extension Request {
    /// The fields of the form.
    package var formItems: [String: String] {
        Dictionary((form ?? []).map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    }
}
