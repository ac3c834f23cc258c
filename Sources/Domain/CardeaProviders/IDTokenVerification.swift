import CardeaCryptography
import CardeaEncodings
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaJOSE

/// The nonce that an ID token must have.
enum ExpectedNonce: Sendable {
    /// The text of the client: the token contains it or its hash. It is `nil` only if the token has no nonce.
    case given(String?)
    /// The nonce of a redirect.
    case exactly(String)
    /// The provider does not repeat nonces.
    case any
}

/// Verifies ID tokens (OpenID Connect Core §3.1.3.7, RFC 8725).
struct IDTokenVerification: Sendable {
    /// The largest difference of the provider's clock.
    private static let skew = TimeSpan.minutes(2)

    let provider: ResolvedProvider
    let documents: ProviderDocuments
    let now: Timestamp
    /// The place that is taken before a wait for the provider.
    let place: ProviderPlace

    /// Verifies a token.
    ///
    /// - Parameters:
    ///   - text: The token in compact form.
    ///   - nonce: The nonce that it must have.
    ///   - accessToken: The access token that came with it.
    /// - Returns: The claims.
    /// - Throws: `.invalidCredential`, `.invalidNonce`, or `.unavailable` if the keys cannot be read.
    func claims(
        of text: String,
        nonce: ExpectedNonce,
        accessToken: String?
    ) async throws(ProviderError) -> TokenClaims {
        guard text.utf8.count <= TokenVerifier.maximumLength else {
            throw .invalidCredential("The ID token is longer than \(TokenVerifier.maximumLength) bytes.")
        }
        guard let token = try? UnverifiedToken(text.utf8), ["jwt", nil].contains(token.type),
            let claims = try? TokenClaims(token.claims)
        else { throw .invalidCredential("The ID token is malformed.") }
        try checkTypes(claims)
        // Before the keys are read: a token of another issuer costs no request.
        try checkIssuer(claims)
        try checkAudience(claims)
        try await checkSignature(token, claims)
        try checkTimes(claims)
        try checkNonce(claims, nonce)
        try checkAccessToken(claims, accessToken, token.algorithm)
        return claims
    }

    private func checkSignature(_ token: UnverifiedToken, _ claims: TokenClaims) async throws(ProviderError) {
        guard let algorithm = IDTokenAlgorithm(rawValue: token.algorithm),
            provider.definition.algorithms.contains(algorithm)
        else { throw .invalidCredential("The ID token has an algorithm that this provider does not use.") }
        if algorithm == .hs256 {
            guard let secret = provider.active.secret,
                token.isAuthenticated(by: HMACKey(Array(secret.utf8)))
            else { throw .invalidCredential("The signature of the ID token is invalid.") }
            return
        }
        let keys = try await documents.keys(of: provider, for: token.keyID, .cached(place))
        let (issuer, tenant) = (claims.string("iss"), claims.string("tid") ?? "")
        // Microsoft names the issuer of a key: a key for its consumers must not sign for a company.
        let key = await keys.key(token.keyID, algorithm) {
            $0.replacing("{tenantid}", with: tenant).exact == issuer?.exact
        }
        guard let key else { throw .invalidCredential("The key of the ID token is unknown.") }
        guard token.isSigned(by: key) else {
            throw .invalidCredential("The signature of the ID token is invalid.")
        }
    }

    /// A claim of another type must not count as absent.
    private func checkTypes(_ claims: TokenClaims) throws(ProviderError) {
        let texts = ["iss", "sub", "azp", "nonce", "at_hash"]
        let isText = { (name: String) in claims.members[name].map { $0 == .null || $0.string != nil } ?? true
        }
        if let name = texts.first(where: { !isText($0) }) {
            throw .invalidCredential("The claim \(name) of the ID token is not a string.")
        }
    }

    private func checkIssuer(_ claims: TokenClaims) throws(ProviderError) {
        let issuer = claims.string("iss")
        let isValid: Bool =
            switch provider.definition.issuer {
            case .anyOf(let issuers): issuer.map { issuers.contains(exact: $0) } ?? false
            case .configured: issuer != nil && issuer?.exact == provider.configuration.issuer?.exact
            case .around(let prefix, let claim, let suffix):
                claims.string(claim).map { value in
                    UUIDText.isValid(value) && issuer?.exact == "\(prefix)\(value)\(suffix)".exact
                        && (provider.configuration.issuer ?? issuer)?.exact == issuer?.exact
                } ?? false
            case nil: false
            }
        guard isValid else { throw .invalidCredential("The issuer of the ID token is another one.") }
    }

    private func checkAudience(_ claims: TokenClaims) throws(ProviderError) {
        let own = provider.active.audiences
        let audience = claims.strings("aud").map(\.exact)
        guard audience.contains(where: own.contains) else {
            throw .invalidCredential("The ID token was issued to another client.")
        }
        guard audience.count == 1 || claims.string("azp").map({ own.contains($0.exact) }) == true else {
            throw .invalidCredential("The ID token has several audiences, and was issued to another client.")
        }
    }

    private func checkTimes(_ claims: TokenClaims) throws(ProviderError) {
        func time(_ name: String) -> Timestamp? {
            claims.seconds(name).flatMap(Timestamp.init(checkingSeconds:))
        }
        guard let expiresAt = time("exp"), let issuedAt = time("iat") else {
            throw .invalidCredential("The ID token lacks a time.")
        }
        guard now < expiresAt + Self.skew else { throw .invalidCredential("The ID token has expired.") }
        let start = claims.members["nbf"] == nil ? issuedAt : time("nbf")
        guard let start, max(start, issuedAt) <= now + Self.skew else {
            throw .invalidCredential("The ID token is not valid yet.")
        }
    }

    private func checkNonce(_ claims: TokenClaims, _ expected: ExpectedNonce) throws(ProviderError) {
        let own = claims.string("nonce")
        switch expected {
        case .any: return
        case .exactly(let nonce):
            guard let own, own.exact == nonce.exact else { throw .invalidNonce }
        case .given(nil):
            guard own == nil else { throw .invalidNonce }
        case .given(let nonce?):
            let hash = SHA256.hash(nonce.utf8)
            // Apple's and Google's SDKs put the hash into the token, in one of two forms.
            let forms = [Hexadecimal.encode(hash), Base64URL.encode(hash)]
            guard let own, forms.contains(exact: own) || own.exact == nonce.exact && mayBePlain(own, claims)
            else {
                throw .invalidNonce
            }
        }
    }

    /// Whether the nonce of a token can be that of the client without a hash.
    ///
    /// The hash is readable in the token, so it is not accepted in place of the text.
    private func mayBePlain(_ nonce: String, _ claims: TokenClaims) -> Bool {
        let isHash = nonce.utf8.count == 64 && nonce.allSatisfy(\.isHexDigit)
        let isNative = claims.strings("aud").contains { provider.configuration.audiences.contains(exact: $0) }
        return !isHash && !(isNative && provider.definition.quirks.contains(.hashedNonce))
    }

    /// `at_hash` (OpenID Connect Core §3.1.3.6): half of the hash that the algorithm of the token uses.
    private func checkAccessToken(
        _ claims: TokenClaims,
        _ accessToken: String?,
        _ algorithm: String
    ) throws(ProviderError) {
        guard let accessToken, let hash = claims.string("at_hash") else { return }
        let digest: MessageDigest =
            algorithm.exact == IDTokenAlgorithm.edDSA.rawValue.exact ? .sha512 : .sha256
        let half = digest.hash(Array(accessToken.utf8))?.prefix(digest.count / 2)
        guard let half, hash.exact == Base64URL.encode(Array(half)).exact else {
            throw .invalidCredential("The access token does not belong to the ID token.")
        }
    }
}
