internal import CardeaEncodings

/// One identity provider, as data.
///
/// A definition says what a request to the provider looks like, how its responses are verified, and what they mean. Code
/// that talks to providers reads definitions only; it knows none of them by name.
package struct ProviderDefinition: Sendable, Equatable {
    /// The provider's ID, such as `google.com`; `oidc.` for the providers that a project defines by an issuer.
    package let id: String
    /// The name for people.
    package let name: String
    package var endpoints = ProviderEndpoints()
    /// The issuers of its ID tokens; `nil` if it issues none.
    package var issuer: IssuerRule?
    /// The algorithms that its ID tokens may be signed with.
    package var algorithms: Set<IDTokenAlgorithm> = []
    /// The scopes of each request, which a project may add to.
    package var scopes: [String] = []
    package var clientAuthentication = ClientAuthentication.post
    package var quirks: Set<ProviderQuirk> = []
    package var person = PersonSource.idToken
    package var accessTokens = AccessTokenRule.rejected
    package var revocation = RevocationRule.none
    package var profile = ProfileMapping.openID
    package var authority = EmailAuthority.none

    package init(_ id: String, _ name: String) {
        self.id = id
        self.name = name
    }
}

/// The addresses of a provider; `nil` for what it does not have.
package struct ProviderEndpoints: Sendable, Equatable {
    package var authorization: String?
    package var token: String?
    package var userInfo: String?
    package var keys: String?
    package var revocation: String?

    package init(
        authorization: String? = nil,
        token: String? = nil,
        userInfo: String? = nil,
        keys: String? = nil,
        revocation: String? = nil
    ) {
        self.authorization = authorization
        self.token = token
        self.userInfo = userInfo
        self.keys = keys
        self.revocation = revocation
    }
}

/// The issuers that a provider's ID tokens may name (OpenID Connect Core §2, `iss`).
package enum IssuerRule: Sendable, Equatable {
    /// One of some texts.
    case anyOf([String])
    /// A text around the value of another claim, which must be a UUID.
    ///
    /// Microsoft has an issuer for each of its tenants.
    case around(prefix: String, claim: String, suffix: String)
    /// The issuer that the project has configured, and whose discovery document names the endpoints.
    case configured

    /// Whether the provider itself has an issuer, in whatever configuration.
    func includes(_ issuer: String) -> Bool {
        switch self {
        case .anyOf(let issuers): issuers.contains(exact: issuer)
        case .around(let prefix, _, let suffix):
            issuer.hasPrefix(exact: prefix) && issuer.hasSuffix(exact: suffix)
        case .configured: false
        }
    }
}

/// The way in which an ID token may be signed.
package enum IDTokenAlgorithm: String, Sendable, CaseIterable {
    case rs256 = "RS256"
    case es256 = "ES256"
    case edDSA = "EdDSA"
    /// HMAC under the client's secret (OpenID Connect Core §10.1); no published key is ever used for it.
    case hs256 = "HS256"
}

/// The way in which the server proves to the token endpoint that it is the client (RFC 6749 §2.3).
package enum ClientAuthentication: Sendable, Equatable {
    /// `client_id` and `client_secret` in the form.
    case post
    /// HTTP Basic.
    case basic
    /// The one of the two that the discovery document names.
    case discovered
    /// A JWT instead of the secret, signed with the client's private key (ES256): Sign in with Apple.
    case signedSecret(audience: String)
}

/// The part of a response that says who has signed in.
package enum PersonSource: Sendable, Equatable {
    /// The ID token alone.
    case idToken
    /// The ID token, and the userinfo endpoint if the token has no e-mail address.
    case idTokenAndUserInfo
    /// The userinfo endpoint: the provider has no ID tokens.
    case userInfo
}

/// Whether a client may sign in with an access token that it has got itself.
///
/// Without a check of the audience, an app of somebody else could sign its users in here. Such tokens are rejected.
package enum AccessTokenRule: Sendable, Equatable {
    case rejected
    /// The provider returns the client that a token was issued to.
    ///
    /// - Parameters:
    ///   - url: The endpoint; `{token}`, `{client}` and `{secret}` are replaced.
    ///   - method: How it is called.
    ///   - audience: The path of the client's ID in the response.
    ///   - validity: The path of a flag that must be true.
    case checked(url: String, method: CheckMethod, audience: String, validity: String? = nil)

    package enum CheckMethod: Sendable, Equatable {
        case get
        /// A POST of the form with the token and the client's credentials (RFC 7662).
        case introspection
        /// A POST of a JSON object with the token, authenticated by HTTP Basic: GitHub.
        case basicJSON
    }
}

/// A point in which a provider differs from RFC 6749, RFC 7636 and OpenID Connect.
package enum ProviderQuirk: Sendable, Hashable {
    /// The response comes as a POST from the provider's page (`response_mode=form_post`).
    case formPost
    /// The provider does not know PKCE.
    case noPKCE
    /// ID tokens of the code flow do not contain the nonce.
    case noNonce
    /// The `iat` of ID tokens is earlier than their issue.
    case earlyIssueTime(by: TimeSpan)
    /// ID tokens of native apps contain the hash of the nonce.
    case hashedNonce
    /// The token endpoint compares no redirect URI, so nothing binds a code to the app that asked for it.
    case unboundCodes
    /// The names of `client_id` and `client_secret`.
    case clientParameters(id: String, secret: String)
    /// The fragment of the authorization URL.
    case fragment(String)
    /// A fixed parameter of the authorization URL.
    case parameter(String, String)
    /// The character between scopes.
    case scopeSeparator(String)
    /// The code is exchanged by GET.
    case tokenByGET
    /// The exchange of the code repeats the state.
    case stateInTokenRequest
    /// The userinfo endpoint gets the access token as a parameter, with a member of the token response beside it.
    case userInfoByParameters(member: String)
    /// The userinfo endpoint gets an HMAC of the access token under the client's secret, in a parameter.
    case tokenProof(parameter: String)
    /// A member of each response that must have a value; absent counts as that value.
    case success(member: String, value: String)
    /// An error response with a header field is a limit, whatever its status (RFC 6585 §4).
    ///
    /// - Parameters:
    ///   - status: The status of the response.
    ///   - field: The name of the field, in lower case.
    ///   - value: The value of the field; `nil` for any.
    case limit(status: Int, field: String, value: String?)
    /// An error response with one of some values of a member is a limit, or a failure that passes.
    case temporary(member: String, values: Set<String>)
    /// The verified addresses come from a further request: a list of objects with `email`, `primary` and `verified`.
    case emailList(url: String)
    /// An error that means `access_denied`: the person has declined.
    case denial(error: String)
    /// If the person declines, the response has the state alone.
    case denialWithoutError
    /// The name of the person comes beside the first response alone, as JSON in the parameter `user`.
    case nameInFirstResponse
}
