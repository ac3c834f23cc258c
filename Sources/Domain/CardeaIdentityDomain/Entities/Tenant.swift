import CardeaEncodings

/// A separate user pool inside a project, with settings of its own.
package struct Tenant: Sendable, Equatable {
    package let id: TenantID
    package let project: ProjectID
    package let createdAt: Timestamp
    /// For administrators.
    package var displayName: String?
    /// Whether every request that names the tenant is rejected, and every token of its users.
    package var isDisabled: Bool
    /// The settings of the project that this tenant replaces.
    package var overrides: PolicyOverrides

    package init(
        id: TenantID,
        project: ProjectID,
        createdAt: Timestamp,
        displayName: String? = nil,
        isDisabled: Bool = false,
        overrides: PolicyOverrides = PolicyOverrides()
    ) {
        self.id = id
        self.project = project
        self.createdAt = createdAt
        self.displayName = displayName
        self.isDisabled = isDisabled
        self.overrides = overrides
    }

    /// The users of the tenant.
    package var pool: UserPool { UserPool(project: project, tenant: id) }
}

extension TenantID {
    /// Whether this has the form of a tenant ID: 1 to 63 of `a`–`z`, `A`–`Z`, `0`–`9` and `-`, beginning with a letter.
    package var isWellFormed: Bool {
        let bytes = Array(rawValue.utf8)
        guard (1...63).contains(bytes.count) else { return false }
        return ASCII.isLetter(bytes[0])
            && bytes.allSatisfy { ASCII.isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
    }
}
