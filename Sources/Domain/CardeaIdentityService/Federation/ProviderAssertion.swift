package import CardeaIdentityDomain
import CardeaSecrets

/// The facts about a person that a sign-in at a provider proved.
package struct ProviderAssertion: Sendable, Equatable {
    /// The provider, and its ID of the person: `sub`, `id`, `unionid`.
    package let identity: ProviderSubject
    /// The address as the provider writes it; the use case checks and normalizes it.
    package var email: String?
    /// Whether the address is verified, and the provider is an authority for it (U15).
    package var isEmailTrusted: Bool
    /// When the provider said so, as of the ID token that a client has sent; `nil` if it was asked just now.
    package var assertedAt: Timestamp?
    package var profile: ProviderProfile
    /// The provider's data about the person, for the app: JSON text of one object.
    package var rawUserInfo: String?
    package var tokens: ProviderTokens
    /// The client that the credential was verified for; `nil` in an emulator, which needs no configuration.
    package var client: VerifiedClient?
    /// The claims for `firebase.sign_in_attributes`, which OpenID Connect and SAML give: JSON text of one object.
    package var signInAttributes: String?

    package init(
        _ identity: ProviderSubject,
        email: String? = nil,
        isEmailTrusted: Bool = false,
        profile: ProviderProfile = ProviderProfile(),
        rawUserInfo: String? = nil,
        tokens: ProviderTokens = ProviderTokens(),
        signInAttributes: String? = nil
    ) {
        self.identity = identity
        self.email = email
        self.isEmailTrusted = isEmailTrusted
        self.profile = profile
        self.rawUserInfo = rawUserInfo
        self.tokens = tokens
        self.signInAttributes = signInAttributes
    }

    package var provider: ProviderID { identity.provider }
    package var subject: String { identity.subject }
}

/// The client of a configuration that a credential was verified for.
package struct VerifiedClient: Sendable, Equatable {
    package let id: String
    /// The issuer, if the configuration has one.
    package let issuer: String?

    package init(id: String, issuer: String?) {
        self.id = id
        self.issuer = issuer
    }

    /// The reason why users may not sign in for the client by a configuration; `nil` if they may.
    func error(with configuration: ProviderConfiguration?) -> ProviderError? {
        guard let configuration else { return .notConfigured }
        guard configuration.isEnabled else { return .disabled }
        return (configuration.clientID, configuration.issuer) == (id, issuer) ? nil : .configurationChanged
    }
}

/// The profile of a person at a provider.
///
/// Nothing of it is checked.
package struct ProviderProfile: Sendable, Equatable {
    package var displayName: String?
    package var firstName: String?
    package var lastName: String?
    package var nickName: String?
    package var screenName: String?
    package var photoURL: String?
    package var language: String?
    package var timeZone: String?
    package var dateOfBirth: String?

    package init() {}
}

/// The tokens that a provider has issued for its own APIs.
package struct ProviderTokens: Redacted, Equatable {
    package var accessToken: String?
    package var refreshToken: String?
    package var idToken: String?
    /// The secret of an access token of OAuth 1.0.
    package var secret: String?
    /// The lifetime of the access token.
    package var lifetime: TimeSpan?
    /// The client that they were issued to; `nil` for that of the configuration.
    package var clientID: String?
    /// When the kept access token came; `nil` for tokens that are not kept.
    package var issuedAt: Timestamp?

    package init(
        accessToken: String? = nil,
        refreshToken: String? = nil,
        idToken: String? = nil,
        secret: String? = nil,
        lifetime: TimeSpan? = nil,
        clientID: String? = nil
    ) {
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.idToken = idToken
        self.secret = secret
        self.lifetime = lifetime
        self.clientID = clientID
    }
}
