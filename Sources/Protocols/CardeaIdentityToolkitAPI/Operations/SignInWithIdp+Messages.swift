import CardeaEncodings
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaIdentityWire
import CardeaOperations
import CardeaSecrets

extension SignInWithIdpRequest {
    /// The client's proof: a token that waited, a credential in the form, or the URL of a redirect.
    ///
    /// - Parameter client: The ID of the app, as the request names it.
    /// - Returns: The proof.
    /// - Throws: `INVALID_REQUEST_URI`, `INVALID_CREDENTIAL_OR_PROVIDER_ID`, `INVALID_PROVIDER_ID`.
    func proof(by client: String?) throws(IdentityToolkitError) -> ProviderProof {
        let url = requestUri?.reveal() ?? ""
        // An app's own scheme may have a path alone: `com.example.app:/callback` (RFC 8252 §7.1).
        guard url.contains(":/"), !url.hasControlCharacters else {
            throw IdentityToolkitError(.invalidRequestURI)
        }
        if let pendingToken { return .pendingToken(pendingToken) }
        guard let fields = FormCoding.decode((postBody ?? "").utf8), let query = Self.query(of: url) else {
            throw Self.unusable("the form or the query cannot be decoded.")
        }
        let form = CredentialForm(fields: fields + query, client: client)
        if let credential = try form.credential() { return .credential(credential) }
        guard form["code"] != nil || form["error"] != nil || form["state"] != nil else {
            throw Self.unusable("postBody needs providerId, and id_token or access_token.")
        }
        return .credential(
            .response(url: Self.merged(url, fields), session: sessionId, nonce: form["nonce"])
        )
    }

    /// The pairs of a URL's query and of its fragment, where some providers put their response.
    private static func query(of url: String) -> [FormItem]? {
        let (question, hash) = (UInt8(ascii: "?"), UInt8(ascii: "#"))
        let query = url.utf8.prefix { $0 != hash }.drop { $0 != question }.dropFirst()
        let fragment = url.utf8.drop { $0 != hash }.dropFirst()
        guard let first = FormCoding.decode(query), let second = FormCoding.decode(fragment) else {
            return nil
        }
        return first + second
    }

    /// The URL with the fields of the form in its query: a provider may send its response either way.
    private static func merged(_ url: String, _ fields: [FormItem]) -> String {
        guard !fields.isEmpty else { return url }
        let base = Substring(url.utf8.prefix { $0 != UInt8(ascii: "#") })
        let separator = base.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
        return "\(base)\(separator)\(FormCoding.encode(fields))"
    }

    fileprivate static func unusable(_ reason: String) -> IdentityToolkitError {
        IdentityToolkitError(.invalidCredentialOrProviderID, "Invalid IdP response/credential: \(reason)")
    }
}

/// A provider's credential as a form.
private struct CredentialForm {
    let fields: [FormItem]
    /// The ID of the app.
    let client: String?

    /// The first value of a name that is not empty.
    subscript(name: String) -> String? { fields.values(of: name).first { !$0.isEmpty } }

    /// - Returns: `nil` if the form has no token, and no code of a native app.
    func credential() throws(IdentityToolkitError) -> ProviderCredential? {
        guard let name = self["providerId"] else {
            guard self["id_token"] == nil, self["access_token"] == nil else {
                throw SignInWithIdpRequest.unusable("providerId is missing.")
            }
            return nil
        }
        guard let provider = ProviderID(rawValue: name) else {
            throw IdentityToolkitError(.invalidProviderID)
        }
        if let token = self["id_token"] {
            return .idToken(
                token,
                of: provider,
                nonce: self["nonce"],
                accessToken: self["access_token"],
                user: self["user"]
            )
        }
        if let token = self["access_token"] {
            return .accessToken(token, of: provider, secret: self["oauth_token_secret"])
        }
        // With a state, it is the response to a redirect.
        guard let code = self["code"], self["state"] == nil else { return nil }
        return .code(
            code,
            of: provider,
            nonce: self["nonce"],
            redirectURI: self["redirect_uri"],
            clientID: client
        )
    }
}

extension SignInWithIdpResponse {
    init(_ result: ProviderSignIn, tenant: TenantID?) {
        self.init()
        let assertion = result.assertion
        providerId = assertion.provider.rawValue
        federatedId = assertion.federatedID
        tenantId = tenant?.rawValue
        set(assertion)
        switch result.result {
        case .signedIn(let signedIn):
            localId = signedIn.user.id.rawValue
            if let address = signedIn.user.email?.description, address.exact == email?.exact {
                emailVerified = signedIn.user.isEmailVerified
            }
            isNewUser = signedIn.isNewUser ? true : nil
            emailRecycled = signedIn.isEmailRecycled ? true : nil
            idToken = signedIn.tokens.accessTokenText
            refreshToken = signedIn.tokens.refreshTokenText
            expiresIn = signedIn.tokens.expiresIn
        case .pending(let pending):
            pendingToken = pending.token
            guard case .confirmation(_, let providers) = pending.reason else {
                errorMessage = IdentityToolkitError(useCase: pending.reason.error).message
                return
            }
            // Without the ID of the other user: nothing proves that this is that user.
            needConfirmation = true
            verifiedProvider = providers.isEmpty ? nil : providers
        }
    }

    private mutating func set(_ assertion: ProviderAssertion) {
        email = assertion.email.flatMap(EmailAddress.init)?.description
        emailVerified = email.map { _ in assertion.isEmailTrusted }
        let profile = assertion.profile
        displayName = profile.displayName.map(ProfileRules.withoutControls)
        fullName = displayName
        firstName = profile.firstName.map(ProfileRules.withoutControls)
        lastName = profile.lastName.map(ProfileRules.withoutControls)
        nickName = profile.nickName.map(ProfileRules.withoutControls)
        screenName = profile.screenName.map(ProfileRules.withoutControls)
        photoUrl = profile.photoURL
        (language, timeZone, dateOfBirth) = (profile.language, profile.timeZone, profile.dateOfBirth)
        rawUserInfo = assertion.rawUserInfo
        oauthAccessToken = assertion.tokens.accessToken.map(Secret.init(_:))
        oauthRefreshToken = assertion.tokens.refreshToken.map(Secret.init(_:))
        oauthIdToken = assertion.tokens.idToken.map(Secret.init(_:))
        oauthTokenSecret = assertion.tokens.secret.map(Secret.init(_:))
        oauthExpireIn = assertion.tokens.lifetime?.seconds
    }
}

extension ProviderAssertion {
    /// The person at the provider in the form of the protocol's responses.
    fileprivate var federatedID: String {
        provider.rawValue == "google.com" ? "https://accounts.google.com/\(subject)" : subject
    }
}
