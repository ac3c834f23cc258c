/// The providers with ID tokens.
extension ProviderTable {
    static let openIDProviders = [google, apple, microsoft, yahoo, linkedIn, line]

    /// Source: https://developers.google.com/identity/openid-connect/openid-connect.
    private static let google = {
        var provider = ProviderDefinition("google.com", "Google")
        provider.endpoints = ProviderEndpoints(
            authorization: "https://accounts.google.com/o/oauth2/v2/auth",
            token: "https://oauth2.googleapis.com/token",
            userInfo: "https://openidconnect.googleapis.com/v1/userinfo",
            keys: "https://www.googleapis.com/oauth2/v3/certs",
            revocation: "https://oauth2.googleapis.com/revoke"
        )
        provider.issuer = .anyOf(["https://accounts.google.com", "accounts.google.com"])
        provider.algorithms = [.rs256]
        provider.scopes = ["openid", "email", "profile"]
        provider.accessTokens = .checked(
            url: "https://oauth2.googleapis.com/tokeninfo?access_token={token}",
            method: .get,
            audience: "aud"
        )
        provider.revocation = .standard
        provider.authority = .domainsOrClaim(["gmail.com", "googlemail.com"], claim: "hd")
        return provider
    }()

    /// Source: https://developer.apple.com/documentation/signinwithapplerestapi.
    private static let apple = {
        var provider = ProviderDefinition("apple.com", "Apple")
        provider.endpoints = ProviderEndpoints(
            authorization: "https://appleid.apple.com/auth/authorize",
            token: "https://appleid.apple.com/auth/token",
            keys: "https://appleid.apple.com/auth/keys",
            revocation: "https://appleid.apple.com/auth/revoke"
        )
        provider.issuer = .anyOf(["https://appleid.apple.com"])
        provider.algorithms = [.rs256, .es256]
        provider.scopes = ["name", "email"]
        provider.clientAuthentication = .signedSecret(audience: "https://appleid.apple.com")
        provider.quirks = [
            .formPost, .noPKCE, .hashedNonce, .nameInFirstResponse,
            .denial(error: "user_cancelled_authorize"),
        ]
        provider.revocation = .standard
        provider.authority = .everyAddress
        return provider
    }()

    /// Source: https://learn.microsoft.com/entra/identity-platform/v2-protocols-oidc.
    ///
    /// An administrator of any tenant may set any address. So an address counts in Microsoft's own tenant, or with the
    /// optional claim `xms_edov`. That claim says that the tenant owns the domain, or that the address was verified in
    /// another way.
    private static let microsoft = {
        var provider = ProviderDefinition("microsoft.com", "Microsoft")
        provider.endpoints = ProviderEndpoints(
            authorization: "https://login.microsoftonline.com/common/oauth2/v2.0/authorize",
            token: "https://login.microsoftonline.com/common/oauth2/v2.0/token",
            userInfo: "https://graph.microsoft.com/oidc/userinfo",
            keys: "https://login.microsoftonline.com/common/discovery/v2.0/keys"
        )
        provider.issuer = .around(
            prefix: "https://login.microsoftonline.com/",
            claim: "tid",
            suffix: "/v2.0"
        )
        provider.algorithms = [.rs256]
        provider.scopes = ["openid", "profile", "email"]
        // Clocks that are behind accept the tokens at once.
        provider.quirks = [.earlyIssueTime(by: .minutes(5))]
        provider.profile.verification = .byAuthority(or: "xms_edov")
        provider.authority = .domainsIf(
            claim: "tid",
            value: "9188040d-6c67-4c5b-b112-36a304b66dad",
            ["outlook.com", "hotmail.com", "live.com", "msn.com"],
            owned: "xms_edov"
        )
        return provider
    }()

    /// Source: https://developer.yahoo.com/sign-in-with-yahoo/.
    private static let yahoo = {
        var provider = ProviderDefinition("yahoo.com", "Yahoo")
        provider.endpoints = ProviderEndpoints(
            authorization: "https://api.login.yahoo.com/oauth2/request_auth",
            token: "https://api.login.yahoo.com/oauth2/get_token",
            userInfo: "https://api.login.yahoo.com/openid/v1/userinfo",
            keys: "https://api.login.yahoo.com/openid/v1/certs",
            revocation: "https://api.login.yahoo.com/oauth2/revoke"
        )
        provider.issuer = .anyOf(["https://api.login.yahoo.com"])
        provider.algorithms = [.rs256, .es256]
        provider.scopes = ["openid", "profile", "email"]
        provider.clientAuthentication = .basic
        provider.person = .idTokenAndUserInfo
        provider.revocation = .standard
        provider.authority = .domains(["yahoo.com", "ymail.com", "rocketmail.com", "myyahoo.com"])
        return provider
    }()

    /// Source: https://learn.microsoft.com/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2.
    private static let linkedIn = {
        var provider = ProviderDefinition("linkedin.com", "LinkedIn")
        provider.endpoints = ProviderEndpoints(
            authorization: "https://www.linkedin.com/oauth/v2/authorization",
            token: "https://www.linkedin.com/oauth/v2/accessToken",
            userInfo: "https://api.linkedin.com/v2/userinfo",
            keys: "https://www.linkedin.com/oauth/openid/jwks",
            revocation: "https://www.linkedin.com/oauth/v2/revoke"
        )
        provider.issuer = .anyOf(["https://www.linkedin.com/oauth", "https://www.linkedin.com"])
        provider.algorithms = [.rs256]
        provider.scopes = ["openid", "profile", "email"]
        provider.quirks = [
            .noPKCE, .noNonce, .denial(error: "user_cancelled_login"),
            .denial(error: "user_cancelled_authorize"),
        ]
        provider.person = .idTokenAndUserInfo
        provider.accessTokens = .checked(
            url: "https://www.linkedin.com/oauth/v2/introspectToken",
            method: .introspection,
            audience: "client_id",
            validity: "active"
        )
        provider.revocation = .accessTokens(parameter: "token")
        return provider
    }()

    /// Source: https://developers.line.biz/en/reference/line-login/.
    private static let line = {
        var provider = ProviderDefinition("line.me", "LINE")
        provider.endpoints = ProviderEndpoints(
            authorization: "https://access.line.me/oauth2/v2.1/authorize",
            token: "https://api.line.me/oauth2/v2.1/token",
            userInfo: "https://api.line.me/oauth2/v2.1/userinfo",
            keys: "https://api.line.me/oauth2/v2.1/certs",
            revocation: "https://api.line.me/oauth2/v2.1/revoke"
        )
        provider.issuer = .anyOf(["https://access.line.me"])
        // Tokens of the code flow of web apps have an HMAC under the channel secret.
        provider.algorithms = [.hs256, .es256]
        provider.scopes = ["openid", "profile", "email"]
        provider.profile.verification = .never
        provider.accessTokens = .checked(
            url: "https://api.line.me/oauth2/v2.1/verify?access_token={token}",
            method: .get,
            audience: "client_id"
        )
        provider.revocation = .accessTokens(parameter: "access_token")
        return provider
    }()
}
