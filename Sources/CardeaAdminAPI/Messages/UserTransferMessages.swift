/// The outcome of an import.
package struct UserImportMessage: Codable, Sendable {
    /// A user that was not imported.
    package struct Failure: Codable, Sendable {
        /// The position of its line in the request, from 0 on.
        package let position: Int
        /// The fault, and how to correct it.
        package let message: String
    }

    package var created = 0
    package var replaced = 0
    /// Users whose IDs existed, and which were not changed.
    package var skipped = 0
    /// Of these, the ones with accounts at other providers, which are not stored yet.
    package var withProviders = 0
    package var errors: [Failure] = []

    package init() {}
}

/// The number of users of a pool.
package struct UserCountMessage: Codable, Sendable {
    package let users: Int64
}
