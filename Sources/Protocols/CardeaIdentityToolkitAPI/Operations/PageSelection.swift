import CardeaEncodings
import CardeaIdentityWire

/// The page of a list, ordered by ID, that a request asks for.
struct PageSelection {
    /// The last ID of the previous page.
    let after: String?
    let limit: Int
    /// Whether a full page has a token, though it may be the last one.
    private let isEmulated: Bool

    /// - Parameters:
    ///   - limit: 1 to 1000; defaults to 20, as Google documents of `batchGet`.
    ///   - token: The token from the page before; `nil` for the first page. It holds the last ID and needs no
    ///     authentication: an administrator may begin anywhere in the list.
    ///   - isEmulated: Whether each number is accepted (of larger ones 1000, of negative ones all), and a full page has a
    ///     token.
    /// - Throws: `INVALID_PAGE_SELECTION`.
    init(limit: String?, token: String?, isEmulated: Bool = false) throws(IdentityToolkitError) {
        guard let count = limit.map(Int.init) ?? Self.defaultLimit,
            isEmulated || Self.limits.contains(count)
        else { throw IdentityToolkitError(.invalidPageSelection) }
        self.isEmulated = isEmulated
        self.limit = count < 0 ? .max : count == 0 ? Self.defaultLimit : min(count, Self.limits.upperBound)
        guard let token, !token.isEmpty else {
            after = nil
            return
        }
        guard let id = Base64URL.decode(token).flatMap({ String(validating: $0, as: UTF8.self) }) else {
            throw IdentityToolkitError(.invalidPageSelection)
        }
        after = id
    }

    /// The page of a list that is known as a whole, with the token of the next page.
    func page<Element>(
        of all: [Element],
        id: (Element) -> String
    ) -> (elements: [Element], nextPageToken: String?) {
        let rest = all.filter { id($0).exact > (after ?? "").exact }
        let found = Array(rest.prefix(limit))
        let isLast = found.count == rest.count && !(isEmulated && found.count == limit)
        return (found, isLast ? nil : found.last.map { Self.token(after: id($0)) })
    }

    static let limits = 1...1000
    private static let defaultLimit = 20

    static func token(after id: String) -> String { Base64URL.encode(Array(id.utf8)) }
}
