import CardeaEncodings
import CardeaIdentityDomain
import CardeaIdentityWire

/// Which part of a pool's users is asked for.
struct PageSelection {
    /// The last user of the page before.
    let after: UserID?
    let limit: Int

    /// - Parameters:
    ///   - limit: 1 to 1000; 20 when absent, as documented of `batchGet`.
    ///   - token: What the page before said, or nothing for the first. It holds the last user's id and needs no
    ///     authentication: who may read the pool may begin anywhere in it.
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

/// The body of `downloadAccount`.
struct PageRequest: RequestMessage {
    let maxResults: String?
    let nextPageToken: String?

    init(reading fields: inout MessageFields) throws(InvalidRequest) {
        maxResults = try fields.string("maxResults")
        nextPageToken = try fields.string("nextPageToken")
        fields.disregard("delegatedProjectNumber")
    }
}
