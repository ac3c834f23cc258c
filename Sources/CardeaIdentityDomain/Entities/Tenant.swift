/// A separate user pool inside a project, with settings of its own.
package struct Tenant: Sendable, Equatable {
    package let id: TenantID
    package let project: ProjectID
    package let createdAt: Timestamp
    /// For administrators.
    package var displayName: String?
    /// Whether users may sign up and sign in by e-mail address and password.
    package var allowsPasswordSignUp: Bool
    /// Whether users may sign in by a link that is sent to their address.
    package var allowsEmailLinkSignIn: Bool
    package var allowsAnonymousUsers: Bool
    /// Whether every sign-in and refresh of its users is rejected.
    package var isDisabled: Bool
    /// JSON text of one object: the project's settings that this tenant replaces. The store does not read it.
    package var overrides: String

    package init(
        id: TenantID,
        project: ProjectID,
        createdAt: Timestamp,
        displayName: String? = nil,
        allowsPasswordSignUp: Bool = false,
        allowsEmailLinkSignIn: Bool = false,
        allowsAnonymousUsers: Bool = false,
        isDisabled: Bool = false,
        overrides: String = "{}"
    ) {
        self.id = id
        self.project = project
        self.createdAt = createdAt
        self.displayName = displayName
        self.allowsPasswordSignUp = allowsPasswordSignUp
        self.allowsEmailLinkSignIn = allowsEmailLinkSignIn
        self.allowsAnonymousUsers = allowsAnonymousUsers
        self.isDisabled = isDisabled
        self.overrides = overrides
    }

    package var pool: UserPool { UserPool(project: project, tenant: id) }
}

extension TenantID {
    /// Whether this can name a tenant in URLs: 1 to 63 of `a`–`z`, `A`–`Z`, `0`–`9` and `-`, beginning with a letter.
    package var isWellFormed: Bool {
        let bytes = Array(rawValue.utf8)
        guard (1...63).contains(bytes.count) else { return false }
        let isLetter = { (byte: UInt8) in (97...122).contains(byte) || (65...90).contains(byte) }
        return isLetter(bytes[0]) && bytes.allSatisfy { isLetter($0) || (48...57).contains($0) || $0 == 45 }
    }
}
