import Foundation

/// Sends the access token as an item of the address's query (RFC 6750 §2.3).
///
/// Addresses end up in logs: for back ends that know no better place.
package struct QueryAuthorizer: RequestAuthorizer {
    private let name: String

    /// Creates an authorizer.
    ///
    /// - Parameter name: The item that carries the token; any that the request has under this name is replaced.
    package init(_ name: String) {
        self.name = name
    }

    /// Sets the item; the others stay as they are written.
    package func authorize(_ request: inout CardeaRequest, with credential: SessionCredential) {
        set(credential.accessToken.reveal(), in: &request)
    }

    /// Removes the item.
    package func strip(_ request: inout CardeaRequest) {
        set(nil, in: &request)
    }

    private func set(_ value: String?, in request: inout CardeaRequest) {
        let (rest, fragment) = Self.cut(request.url.absoluteString[...], before: "#")
        let (path, query) = Self.cut(rest, before: "?")
        let pairs = PairText.setting(name, to: value, in: Array(query.dropFirst().utf8))
        let text = path + (pairs.isEmpty ? "" : "?" + String(decoding: pairs, as: UTF8.self)) + fragment
        if let url = URL(string: String(text)) { request.url = url }
    }

    /// The text before a character, and the rest, which begins with it.
    private static func cut(_ text: Substring, before mark: Character) -> (Substring, Substring) {
        let index = text.firstIndex(of: mark) ?? text.endIndex
        return (text[..<index], text[index...])
    }
}
