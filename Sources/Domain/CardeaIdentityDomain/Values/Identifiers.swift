internal import CardeaEncodings

/// An identifier that is a text, compared by its bytes.
///
/// It is not `RawRepresentable`, whose members compare and hash the text as a `String`.
package protocol TextIdentifier: Hashable, Sendable {
    var rawValue: String { get }
    /// - Returns: `nil` if the text has not the form of the identifier.
    init?(rawValue: String)
}

extension TextIdentifier {
    package static func == (one: Self, other: Self) -> Bool { one.rawValue.exact == other.rawValue.exact }
    package func hash(into hasher: inout Hasher) { hasher.combine(rawValue.exact) }
}

/// Names a user within a project: Identity Toolkit's `localId`, a token's `sub`.
package struct UserID: TextIdentifier {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
}

/// Names a project: one user database with its own settings and keys.
package struct ProjectID: TextIdentifier {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
}

/// Names a tenant: a separate pool of users within a project.
package struct TenantID: TextIdentifier {
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
package struct MailID: TextIdentifier {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
}
