internal import CardeaEncodings
public import Foundation

/// Where an identity server is reached by back ends, and what its tokens say of it.
public struct AdminServer: Sendable, Hashable {
    /// The address that `/v1/projects/…` is added to.
    public let accounts: URL
    /// The public keys of ID tokens, as a JWK set.
    public let idTokenKeys: URL
    /// The public keys of session cookies, as a JWK set.
    public let sessionCookieKeys: URL
    /// The issuer of ID tokens; `{project}` stands for the project's ID.
    public let issuer: String
    /// The issuer of session cookies; `{project}` stands for the project's ID.
    public let sessionCookieIssuer: String
    /// Whether everybody is an administrator there, and unsigned tokens are accepted.
    let isEmulator: Bool

    /// Creates a server from its parts.
    ///
    /// - Parameters:
    ///   - accounts: The address that `/v1/projects/…` is added to.
    ///   - idTokenKeys: The public keys of ID tokens, as a JWK set.
    ///   - sessionCookieKeys: The public keys of session cookies, as a JWK set.
    ///   - issuer: The issuer of ID tokens; `{project}` stands for the project's ID.
    ///   - sessionCookieIssuer: The issuer of session cookies; `{project}` stands for the project's ID.
    public init(
        accounts: URL,
        idTokenKeys: URL,
        sessionCookieKeys: URL,
        issuer: String,
        sessionCookieIssuer: String
    ) {
        self.init(accounts, idTokenKeys, sessionCookieKeys, issuer, sessionCookieIssuer, isEmulator: false)
    }

    private init(
        _ accounts: URL,
        _ idTokenKeys: URL,
        _ sessionCookieKeys: URL,
        _ issuer: String,
        _ sessionCookieIssuer: String,
        isEmulator: Bool
    ) {
        self.accounts = accounts
        self.idTokenKeys = idTokenKeys
        self.sessionCookieKeys = sessionCookieKeys
        self.issuer = issuer
        self.sessionCookieIssuer = sessionCookieIssuer
        self.isEmulator = isEmulator
    }

    /// A Cardea server, at its public address.
    ///
    /// - Parameters:
    ///   - url: The address that `cardea serve` prints, or `baseURL` of its configuration.
    ///   - issuer: The project's setting `tokens.issuer`; defaults to the server's address with the project's ID.
    /// - Returns: The server.
    public static func cardea(_ url: URL, issuer: String? = nil) -> Self {
        let base =
            url.absoluteString.hasSuffix("/") ? String(url.absoluteString.dropLast()) : url.absoluteString
        let issuer = issuer ?? "\(base)/{project}"
        return Self(
            url,
            url.appending(path: Google.idTokenKeys),
            url.appending(path: Google.sessionCookieKeys),
            issuer,
            Google.sessionCookieIssuer(besides: issuer),
            isEmulator: false
        )
    }

    /// Google Identity Platform and Firebase Authentication.
    public static let googleIdentityPlatform = Self(
        secure("https://\(Google.accounts)"),
        secure("https://\(Google.keys)/\(Google.idTokenKeys)"),
        secure("https://\(Google.accounts)/\(Google.sessionCookieKeys)"),
        Google.issuer,
        Google.sessionCookieIssuer(besides: Google.issuer),
        isEmulator: false
    )

    /// An emulator: `cardea emulator`, or the Firebase emulator.
    ///
    /// For tests only: everybody can administer it, and tokens without a signature are accepted.
    public static func emulator(_ url: URL) -> Self {
        Self(
            url.appending(path: Google.accounts),
            url.appending(path: "\(Google.keys)/\(Google.idTokenKeys)"),
            url.appending(path: "\(Google.accounts)/\(Google.sessionCookieKeys)"),
            Google.issuer,
            Google.sessionCookieIssuer(besides: Google.issuer),
            isEmulator: true
        )
    }

    /// The server that the environment names: the emulator at `FIREBASE_AUTH_EMULATOR_HOST` (`host:port`), if it is set.
    ///
    /// - Parameters:
    ///   - environment: The environment; defaults to that of the process.
    ///   - server: The server if the variable is not set.
    /// - Returns: The emulator or the server.
    public static func fromEnvironment(
        _ environment: [String: String] = ProcessInfo.processInfo.environment,
        default server: Self
    ) -> Self {
        guard let host = environment["FIREBASE_AUTH_EMULATOR_HOST"], !host.isEmpty,
            let url = URL(string: "http://\(host)")
        else { return server }
        return .emulator(url)
    }

    private enum Google {
        static let accounts = "identitytoolkit.googleapis.com"
        static let keys = "www.googleapis.com"
        static let idTokenKeys = "service_accounts/v1/jwk/securetoken@system.gserviceaccount.com"
        static let sessionCookieKeys = "v1/sessionCookiePublicKeys"
        static let issuer = "\(tokens){project}"
        private static let tokens = "https://securetoken.google.com/"

        static func sessionCookieIssuer(besides issuer: String) -> String {
            guard issuer.hasPrefix(exact: tokens) else { return "\(issuer)/session-cookie" }
            return "https://session.firebase.google.com/\(issuer.dropFirst(tokens.count))"
        }
    }

    private static func secure(_ text: String) -> URL {
        guard let url = URL(string: text) else { preconditionFailure("\(text) is not an address") }
        return url
    }
}
