package import CardeaEncodings
package import CardeaIdentityDomain
import CardeaSecrets

/// A provider as one pool uses it: the definition, the configuration, and the secret in plain text.
package struct ActiveProvider: Sendable {
    package let definition: ProviderDefinition
    package let configuration: ProviderConfiguration
    /// The secret of the client, or its private key as PEM.
    ///
    /// It is never logged.
    package let secret: String?

    package init(definition: ProviderDefinition, configuration: ProviderConfiguration, secret: String?) {
        self.definition = definition
        self.configuration = configuration
        self.secret = secret
    }

    package var id: ProviderID { configuration.provider }

    /// The audiences that ID tokens may have.
    package var audiences: Set<ExactText> {
        Set(([configuration.clientID] + configuration.audiences).map(\.exact))
    }
}

/// Descriptions never hold the secret.
extension ActiveProvider: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "ActiveProvider(\(id.rawValue))" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// The parameters of a redirect to a provider.
package struct AuthorizationRequest: Redacted {
    /// Names the redirect; the provider repeats it.
    package let state: String
    package let nonce: String
    /// The secret of PKCE (RFC 7636); the provider gets its hash.
    package let codeVerifier: String
    package let redirectURL: String
    /// Scopes beside those of the definition and the configuration.
    package let scopes: [String]
    /// Parameters that the app adds, such as `login_hint`.
    package let parameters: [(name: String, value: String)]

    package init(
        state: String,
        nonce: String,
        codeVerifier: String,
        redirectURL: String,
        scopes: [String] = [],
        parameters: [(name: String, value: String)] = []
    ) {
        self.state = state
        self.nonce = nonce
        self.codeVerifier = codeVerifier
        self.redirectURL = redirectURL
        self.scopes = scopes
        self.parameters = parameters
    }
}

/// The address of a provider's page, and what its response must say.
package struct AuthorizationURL: Sendable {
    package let text: String
    /// The issuers that the response may name (RFC 9207).
    package let issuers: [String]
    /// Whether the response must name its issuer.
    package let requiresIssuer: Bool

    package init(_ text: String, issuers: [String] = [], requiresIssuer: Bool = false) {
        self.text = text
        self.issuers = issuers
        self.requiresIssuer = requiresIssuer
    }
}

extension NoProviders: ProviderAuthorizer {
    package func authorizationURL(
        _ request: AuthorizationRequest,
        at provider: ActiveProvider,
        _ place: ProviderPlace
    ) async throws(ProviderError) -> AuthorizationURL {
        throw .notConfigured
    }
}

/// Makes the addresses that redirects lead to.
package protocol ProviderAuthorizer: Sendable {
    /// The address of the provider's page.
    ///
    /// It may wait for the network, and takes the place before.
    func authorizationURL(
        _ request: AuthorizationRequest,
        at provider: ActiveProvider,
        _ place: ProviderPlace
    ) async throws(ProviderError) -> AuthorizationURL
}
