/// Names a user within a project: Identity Toolkit's `localId`, a token's `sub`.
package struct UserID: Sendable, Hashable, RawRepresentable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
}

/// Names a project: one user database with its own settings and keys.
package struct ProjectID: Sendable, Hashable, RawRepresentable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
}

/// Names a tenant: a separate pool of users within a project.
package struct TenantID: Sendable, Hashable, RawRepresentable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
}

/// The pool that a user belongs to: a project, or one of its tenants.
package struct UserPool: Sendable, Hashable {
    package let project: ProjectID
    package let tenant: TenantID?

    package init(project: ProjectID, tenant: TenantID? = nil) {
        self.project = project
        self.tenant = tenant
    }
}

/// Names a session: 128 random bits.
package struct SessionID: Sendable, Hashable {
    package let high: UInt64
    package let low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }
}

/// Tells sibling refresh tokens of one generation apart: 64 random bits.
package struct Branch: Sendable, Hashable, RawRepresentable {
    package let rawValue: UInt64
    package init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// Names a message in the outbox.
package struct MailID: Sendable, Hashable, RawRepresentable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
}
