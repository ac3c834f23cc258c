public import Foundation

/// Where an identity server is reached: one base address for accounts, one for tokens.
public struct ServerAddress: Sendable, Hashable {
    /// The address that `/v1/accounts:…` is added to.
    public let accounts: URL
    /// The address that `/v1/token` is added to.
    public let tokens: URL

    /// Creates an address from its two halves.
    public init(accounts: URL, tokens: URL) {
        self.accounts = accounts
        self.tokens = tokens
    }

    /// A Cardea server, at the address that `cardea serve` prints.
    public static func cardea(_ url: URL) -> Self {
        Self(accounts: url, tokens: url)
    }

    /// A server that stands in for Google's hosts: `cardea emulator`, or the Firebase emulator.
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
