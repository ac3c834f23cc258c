package import CardeaOperations

/// The outcome of an import.
package struct UserImportMessage: OutputMessage, Codable {
    /// A user that was not imported.
    package struct Failure: OutputMessage, Codable {
        /// The position of its line in the request, from 0 on.
        package let position: Int
        /// The fault, and how to correct it.
        package let message: String

        package static let outputFields = OutputTable<Self> {
            OutputField(\.position, "Position of the line in the request, from 0 on.")
            OutputField(\.message, "The fault, and how to correct it.")
        }
    }

    /// Whether nothing was written.
    package var dryRun = false
    package var created = 0
    package var replaced = 0
    /// Users whose IDs existed, and which were not changed.
    package var skipped = 0
    package var errors: [Failure] = []

    package init() {}

    package static let outputFields = OutputTable<Self> {
        OutputField(\.dryRun, "Whether nothing was written.")
        OutputField(\.created, "Number of new users.")
        OutputField(\.replaced, "Number of replaced users.")
        OutputField(\.skipped, "Number of users whose IDs existed.")
        OutputField(\.errors, "The users that were not imported.")
    }
}

/// The number of users of a pool.
package struct UserCountMessage: OutputMessage, Codable {
    package let users: Int64

    package static let outputFields = OutputTable<Self> { OutputField(\.users, "Number of users.") }
}
