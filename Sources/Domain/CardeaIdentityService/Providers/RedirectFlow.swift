import CardeaCryptography
import CardeaEncodings
package import CardeaIdentityDomain
package import CardeaLogging
import CardeaSecrets

/// Sign-in by redirect: the app asks for an address, a browser goes to the provider and comes back, the app signs in.
///
/// The session ID binds a redirect to the app, and a cookie binds it to the browser. The state and the redirect address
/// bind it to the provider. Each step happens once. A value that is missing or differs ends the redirect (security rows
/// 5 and 16).
package struct RedirectFlow: Sendable {
    /// The path that a browser opens first.
    package static let startPath = "/auth/start"
    /// The path that providers send browsers back to.
    package static let handlerPath = "/auth/handler"
    /// The path of the page of this server that begins redirects for Google's JavaScript SDK.
    package static let scriptHandlerPath = "/__/auth/handler"
    /// The beginning of the names of cookies, behind `__Host-`.
    package static let cookiePrefix = "cardea-redirect-"
    /// The time from the request of the app to its sign-in.
    package static let lifetime = TimeSpan.minutes(15)

    let projects: ProjectDirectory
    let store: ServiceStore
    let administration: ProviderAdministration
    let authorizer: any ProviderAuthorizer
    let vault: KeyVault
    let clock: any WallClock
    let random: any RandomSource
    let logger: Logger
    let throttle = RedirectThrottle()

    package init(projects: ProjectDirectory, authorizer: any ProviderAuthorizer, logger: Logger) {
        self.projects = projects
        self.authorizer = authorizer
        self.logger = logger
        (vault, clock, random) = (projects.vault, projects.clock, projects.random)
        store = ServiceStore(projects.store, logger: logger)
        administration = ProviderAdministration(projects: projects)
    }

    /// The address that is registered at a provider.
    ///
    /// A provider that a project defines by an issuer has its own redirect address. So it cannot pass on a code of
    /// another provider (RFC 9700 §4.4.2).
    package static func redirectURL(of provider: ProviderID, at publicURL: String) -> String {
        publicURL + handlerPath + suffix(of: provider)
    }

    package func redirectURL(of provider: ProviderID) -> String {
        Self.redirectURL(of: provider, at: projects.publicURL)
    }

    /// Whether a redirect URI of an app leads to this server, in any spelling.
    ///
    /// A code that came there belongs to a redirect: its state, its cookie and its session ID decide who may use it. An app
    /// of the same machine has another port.
    package static func isOwn(_ redirectURI: String?, at publicURL: String) -> Bool {
        guard let redirectURI, redirectURI.contains(":") else { return false }
        guard let other = WebAddress(redirectURI) else { return true }
        guard let own = WebAddress(publicURL) else { return false }
        return own.isLoopback && other.isLoopback
            ? own.port.exact == other.port.exact : own.host.exact == other.host.exact
    }

    /// The end of the path of a provider's address.
    static func suffix(of provider: ProviderID) -> String {
        ProviderTable.isOpenID(provider) ? "/" + provider.rawValue : ""
    }

    static func hash(_ text: String) -> [UInt8] { SHA256.hash(text.utf8) }
    static func hash(_ secret: Secret) -> [UInt8] { SHA256.hash(secret.utf8) }

    /// The name of the cookie of a redirect: several may be open in one browser.
    static func cookieName(_ stateHash: [UInt8]) -> String {
        cookiePrefix + Hexadecimal.encode(stateHash.prefix(8))
    }

    // MARK: Encrypted parts

    func sealed(_ secrets: RedirectSecrets, _ stateHash: [UInt8]) throws(RedirectError) -> [UInt8] {
        do throws(ProjectDirectoryError) {
            return try vault.seal(
                secrets.json,
                authenticating: Array("provider redirect\0".utf8) + stateHash,
                name: "provider redirect"
            )
        } catch {
            throw .service(IdentityError(error))
        }
    }

    func opened(_ redirect: ProviderRedirect) throws(RedirectError) -> RedirectSecrets {
        do throws(ProjectDirectoryError) {
            let json = try vault.open(
                redirect.sealed,
                authenticating: Array("provider redirect\0".utf8) + redirect.stateHash,
                name: "provider redirect"
            )
            guard let secrets = RedirectSecrets(json) else { throw .keyUnusable("provider redirect") }
            return secrets
        } catch {
            throw .service(IdentityError(error).logged(by: logger))
        }
    }
}

/// The reason why a step of a redirect is rejected.
package enum RedirectError: Error, Sendable, Equatable {
    /// The project does not list the URL that the redirect should lead to.
    case redirectURLNotAllowed
    /// The session ID of the app is malformed.
    case invalidSessionID
    /// The state or the cookie is missing or wrong, or the step was taken before.
    case invalidState
    case expired
    case provider(ProviderError)
    case service(IdentityError)

    /// The name of the case: a constant, for the log.
    package var name: String { Mirror(reflecting: self).children.first?.label ?? "\(self)" }
}
