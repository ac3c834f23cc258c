import CardeaEncodings
import CardeaIdentityDomain
import CardeaIdentityWire

/// The part of a pool's users that a request asks for.
struct PageSelection {
    /// The last user of the page before.
    let after: UserID?
    let limit: Int

    /// - Parameters:
    ///   - limit: 1 to 1000; defaults to 20, as Google documents of `batchGet`.
    ///   - token: The token from the page before; `nil` for the first page. It holds the last user's ID and needs
    ///     no authentication: an administrator may begin anywhere in the pool.
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
        after = UserID(rawValue: id)
    }

    static func token(after user: UserID) -> String { Base64URL.encode(Array(user.rawValue.utf8)) }
}
