import CardeaEncodings
import CardeaIdentityDomain
import CardeaJOSE

/// The identity providers of an emulator: anybody can make their tokens.
///
/// An ID token is JSON text, as `{"sub":"1","email":"ada@example.com","email_verified":true}`, or a JWT whose signature is
/// not checked. Each verified address is trusted. Redirects and codes go to the configured providers.
struct EmulatedProviders: ProviderVerifier, ProviderTokenRevoker {
    /// The configured providers.
    let next: any ProviderVerifier

    func verify(
        _ credential: ProviderCredential,
        in scope: RequestScope,
        _ place: ProviderPlace
    ) async throws(ProviderError) -> ProviderAssertion {
        switch credential {
        case .idToken(let token, let provider, _, let accessToken, _):
            guard let claims = Self.claims(of: token) else {
                throw .invalidCredential(
                    "Unable to parse id_token. The emulator accepts JSON text or a JWT as id_token."
                )
            }
            return try Self.assertion(provider, claims, idToken: token, accessToken: accessToken)
        case .accessToken(let token, let provider, let secret):
            guard let claims = Self.claims(of: token) else {
                throw .invalidCredential("The emulator needs an id_token, or JSON text as access_token.")
            }
            var assertion = try Self.assertion(provider, claims, idToken: nil, accessToken: token)
            assertion.tokens.secret = secret
            return assertion
        case .code, .response:
            return try await next.verify(credential, in: scope, place)
        }
    }

    func provider(
        of credential: ProviderCredential,
        in scope: RequestScope
    ) async throws(ProviderError) -> ProviderID? {
        try await next.provider(of: credential, in: scope)
    }

    /// Every provider is enabled.
    func requireEnabled(_ provider: ProviderID, in scope: RequestScope) async throws(ProviderError) {}

    /// No provider knows the tokens of an emulator, so that nothing has to be done.
    func revoke(
        _ token: RevocableToken,
        of provider: ProviderID,
        in scope: RequestScope,
        _ place: ProviderPlace
    ) async throws(ProviderError) {}

    private static func claims(of token: String) -> JSONObject? {
        if token.first == "{" { return JSONValue(parsing: token.utf8)?.object }
        // The signature may be any text: it is not checked.
        let parts = token.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let claims = Base64URL.decode(parts[1]) else { return nil }
        return JSONValue(parsing: claims)?.object
    }

    private static func assertion(
        _ provider: ProviderID,
        _ claims: JSONObject,
        idToken: String?,
        accessToken: String?
    ) throws(ProviderError) -> ProviderAssertion {
        guard let id = ProviderSubject(provider, claims["sub"]?.string ?? "") else {
            throw .invalidCredential(
                "Invalid Idp Response: the token needs \"sub\", a text of 1 to 256 bytes."
            )
        }
        let isVerified = claims["email_verified"]?.boolean ?? (claims["email_verified"]?.string == "true")
        var assertion = ProviderAssertion(
            id,
            email: claims["email"]?.string,
            isEmailTrusted: isVerified,
            tokens: ProviderTokens(
                accessToken: accessToken ?? "EmulatorAccessToken_\(provider.rawValue)",
                idToken: idToken
            )
        )
        var profile = ProviderProfile()
        profile.displayName = claims["name"]?.string ?? claims["display_name"]?.string
        profile.firstName = claims["given_name"]?.string
        profile.lastName = claims["family_name"]?.string
        profile.screenName = claims["screen_name"]?.string
        profile.photoURL = claims["picture"]?.string
        profile.language = claims["locale"]?.string
        assertion.profile = profile
        assertion.rawUserInfo = rawUserInfo(provider, claims, isVerified)
        return assertion
    }

    /// The response of Google's user-info endpoint; for other providers, the claims as they are.
    private static func rawUserInfo(
        _ provider: ProviderID,
        _ claims: JSONObject,
        _ isVerified: Bool
    ) -> String {
        var info = claims
        if provider.rawValue == "google.com" {
            info["id"] = claims["sub"]
            info["verified_email"] = .boolean(isVerified)
            info["granted_scopes"] = .string(
                "openid https://www.googleapis.com/auth/userinfo.profile"
                    + (claims["email"] == nil ? "" : " https://www.googleapis.com/auth/userinfo.email")
            )
            info["locale"] = claims["locale"] ?? .string("en")
            for name in ["sub", "email_verified"] { info[name] = nil }
        }
        var json = JSONText()
        json.object(info)
        return String(decoding: json.bytes, as: UTF8.self)
    }
}
