package import CardeaIdentityDomain

/// The error of an operation of the project directory.
package enum ProjectDirectoryError: Error, Sendable, Equatable {
    /// A stored key does not open under the master key that was given, or the cryptographic library rejected it.
    case keyUnusable(String)
    /// A project's id is 1 to 63 of `a`–`z`, `0`–`9` and `-`, beginning with a letter.
    case invalidProjectID(String)
    case unknownProject(ProjectID)
    /// The project with this ID was deleted, and housekeeping has not finished.
    case projectInDeletion(ProjectID)
    /// No other project exists: the next start would create one.
    case onlyProject(ProjectID)
    /// A tenant's id is 1 to 63 letters, digits and `-`, beginning with a letter.
    case invalidTenantID(String)
    /// The tenant with this id was deleted, and has users that housekeeping has yet to delete.
    case tenantInDeletion(TenantID)
    /// A setting is invalid; the text names it and says what is allowed.
    case invalidSetting(String)
    case store(StoreError)
}

extension ProjectDirectoryError: CustomStringConvertible {
    /// The error as a sentence, for the log.
    package var description: String {
        switch self {
        case .keyUnusable: "a stored key does not open under the master key"
        case .invalidProjectID(let id): "the project id '\(id)' is invalid"
        case .unknownProject(let id): "there is no project '\(id.rawValue)'"
        case .projectInDeletion(let id): "the project '\(id.rawValue)' is being deleted"
        case .onlyProject(let id): "there is no project but '\(id.rawValue)'"
        case .invalidTenantID(let id): "the tenant id '\(id)' is invalid"
        case .tenantInDeletion(let id): "the tenant '\(id.rawValue)' is being deleted"
        case .invalidSetting(let problem): problem
        case .store(let error): error.description
        }
    }
}
