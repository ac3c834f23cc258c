/// The state of a session; it can be read synchronously at any time.
public enum SessionState: Sendable, Hashable {
    /// The stored credential has not been read yet, or cannot be read yet: neither signed in nor signed out.
    case restoring
    /// No user is signed in; the reason is `nil` if no user ever was.
    case signedOut(SignOutReason?)
    /// A user is signed in.
    case signedIn(UserProfile)

    /// The signed-in user, if there is one.
    public var profile: UserProfile? {
        guard case .signedIn(let profile) = self else { return nil }
        return profile
    }
}

/// The reason why a session ended; back ends may add their own.
public struct SignOutReason: RawRepresentable, Sendable, Hashable {
    /// The reason as text.
    public let rawValue: String

    /// Creates a reason from its text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The app asked for it.
    public static let requested: Self = "requested"
    /// The server rejected the refresh token permanently.
    public static let refreshRejected: Self = "refreshRejected"
    /// The server said that the user signed in on another device.
    public static let signedInElsewhere: Self = "signedInElsewhere"
    /// The user was disabled.
    public static let disabled: Self = "disabled"
    /// The user was deleted.
    public static let deleted: Self = "deleted"
    /// Another process that shares the store signed out.
    public static let signedOutByOtherProcess: Self = "signedOutByOtherProcess"
    /// A stored credential is there but cannot be read; nothing was deleted.
    public static let storedCredentialUnreadable: Self = "storedCredentialUnreadable"
}

extension SignOutReason: ExpressibleByStringLiteral, CustomStringConvertible {
    /// Creates a reason from a literal.
    public init(stringLiteral value: StaticString) { rawValue = value.description }

    /// The reason as text.
    public var description: String { rawValue }
}
