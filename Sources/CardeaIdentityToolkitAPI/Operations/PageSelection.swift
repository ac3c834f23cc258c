import CardeaEncodings
import CardeaIdentityWire

/// The page of a list, ordered by ID, that a request asks for.
struct PageSelection {
    /// The last ID of the page before.
    let after: String?
    let limit: Int

    /// - Parameters:
    ///   - limit: 1 to 1000; defaults to 20, as Google documents of `batchGet`.
    ///   - token: The token from the page before; `nil` for the first page. It holds the last ID and needs no
    ///     authentication: an administrator may begin anywhere in the list.
    /// - Throws: `INVALID_PAGE_SELECTION`.
    init(limit: String?, token: String?) throws(IdentityToolkitError) {
        guard let count = limit.map(Int.init) ?? 20, (1...1000).contains(count) else {
            throw IdentityToolkitError(.invalidPageSelection)
        }
        self.limit = count
        guard let token, !token.isEmpty else {
            after = nil
            return
        }
        guard let id = Base64URL.decode(token).flatMap({ String(validating: $0, as: UTF8.self) }) else {
            throw IdentityToolkitError(.invalidPageSelection)
        }
        after = id
    }

    static func token(after id: String) -> String { Base64URL.encode(Array(id.utf8)) }
}
