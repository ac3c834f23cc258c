internal import CardeaIdentityDomain
internal import CardeaSQLCore

extension StoreError {
    /// What an error of the database means to a use case.
    init(_ error: SQLError) {
        switch error {
        case .notUnique(let table, let columns):
            self = Self.uniqueName(table, columns).map(StoreError.taken) ?? .conflict
        case .unexpectedCount, .constraint:
            self = .conflict
        case .overloaded:
            self = .overloaded
        case .unwritable(let reason):
            self = .unwritable(reason)
        case .damaged(let reason):
            self = .damaged(reason)
        case .newerSchema(let found, let known):
            self = .unavailable(
                "The database has schema \(found), newer than \(known), the newest that this program knows."
            )
        case .inUse(let reason), .unavailable(let reason), .invalidStatement(let reason):
            self = .unavailable(reason)
        }
    }

    /// The name that a unique key of the schema stands for.
    private static func uniqueName(_ table: String, _ columns: [String]) -> UniqueName? {
        switch (table, columns.last) {
        case ("users", "id"): .userID
        case ("users", "email"): .email
        case ("users", "phone_number"): .phoneNumber
        case ("sessions", "id"): .sessionID
        case ("projects", "id"): .projectID
        case ("api_keys", "key"): .apiKey
        default: nil
        }
    }
}
