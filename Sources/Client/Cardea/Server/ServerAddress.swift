public import Foundation

/// Where an identity server is reached.
public struct ServerAddress: Sendable, Hashable {
    /// The address that `/v1/accounts:…` is added to.
    public let accounts: URL
    /// The address that `/v1/token` is added to.
    public let tokens: URL

    /// Where a token is revoked (RFC 7009); `nil` where the server cannot end a single session.
    public let revocation: URL?

    /// Creates an address from its parts.
    public init(accounts: URL, tokens: URL, revocation: URL? = nil) {
        self.accounts = accounts
        self.tokens = tokens
        self.revocation = revocation
    }

    /// A Cardea server, at the address that `cardea serve` prints.
    public static func cardea(_ url: URL) -> Self {
        Self(accounts: url, tokens: url, revocation: url.appending(path: "oauth2/revoke"))
    }

    /// A server that replaces Google's hosts: `cardea emulator`, or the Firebase emulator.
    ///
    /// Like Google's server, it is never asked to end a single session. For an app whose server is Cardea, `cardea(_:)` with the
    /// address of `cardea emulator` does what it does in production.
    public static func emulator(_ url: URL) -> Self {
        Self(
            accounts: url.appending(path: GoogleHost.accounts),
            tokens: url.appending(path: GoogleHost.tokens)
        )
    }

    /// Google Identity Platform and Firebase Authentication.
    public static let googleIdentityPlatform = Self(
        accounts: secure("https://\(GoogleHost.accounts)"),
        tokens: secure("https://\(GoogleHost.tokens)")
    )

    private enum GoogleHost {
        static let accounts = "identitytoolkit.googleapis.com"
        static let tokens = "securetoken.googleapis.com"
    }

    private static func secure(_ text: String) -> URL {
        guard let url = URL(string: text) else { preconditionFailure("\(text) is no address") }
        return url
    }
}
