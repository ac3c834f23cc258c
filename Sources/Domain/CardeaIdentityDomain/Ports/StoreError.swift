/// The error of an operation of the store.
///
/// Nothing of the request was written.
package enum StoreError: Error, Sendable, Equatable {
    /// A change needs a name that another user has.
    case taken(UniqueName)
    /// A change expected something that is no longer so, also after several tries.
    case conflict
    /// A text has a character that the store cannot keep: U+0000.
    case invalidText
    /// The store has more waiting than it takes on; try again later.
    case overloaded
    /// The disk is full or read-only.
    case unwritable(String)
    /// The stored data cannot be decoded.
    case damaged(String)
    /// The store is closed or cannot be reached.
    case unavailable(String)

    package enum UniqueName: Sendable, Equatable, CaseIterable {
        case userID
        case email
        case phoneNumber
        case identity
        case userName
        case sessionID
        case projectID
        case apiKey
        case tenantID
        case appID
        case serviceAccount
        case providerConfiguration
    }
}

extension StoreError: CustomStringConvertible {
    /// The error as a sentence, for the log.
    package var description: String {
        switch self {
        case .taken: "another object has this name"
        case .conflict: "others changed the same data at the same time, in every try"
        case .invalidText: "a text has the character U+0000"
        case .overloaded: "too many requests wait for the database"
        case .unwritable(let detail): "the database cannot be written: \(detail)"
        case .damaged(let detail): "the database is damaged: \(detail)"
        case .unavailable(let detail): "the database cannot be used: \(detail)"
        }
    }
}
