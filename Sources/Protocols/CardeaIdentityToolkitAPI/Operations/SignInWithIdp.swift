import CardeaHTTPMessages
import CardeaIdentityDomain
import CardeaIdentityService
package import CardeaIdentityWire
package import CardeaOperations
import CardeaSecrets

extension ToolkitOperation {
    static var signInWithIdp: Self {
        Operation(
            "accounts.signInWithIdp",
            "Signs in or signs up by an identity provider, or links its account to the user of an ID token. A code of an app belongs to the app that the header field X-Ios-Bundle-Identifier names, or else to the first audience of the provider.",
            paths: .app("signInWithIdp") + .relyingParty("verifyAssertion"),
            by: [.app],
            errors: .toolkit(
                .sessionLimitReached,
                .missingRequestURI,
                .invalidRequestURI,
                .invalidCredentialOrProviderID,
                .invalidIdPResponse,
                .missingOrInvalidNonce,
                .rejectedCredential,
                .userCancelled,
                .invalidPendingToken,
                .invalidProviderID,
                .federatedUserIDAlreadyLinked,
                .providerAlreadyLinked,
                .emailExists,
                .userNotFound,
                .userDisabled,
                .credentialTooOldLoginAgain,
                .operationNotAllowed,
                .adminOnlyOperation,
                .invalidIDToken,
                .tokenExpired,
                .tooManyAttemptsTryLater
            )
        ) { (call, message: SignInWithIdpRequest) in
            let proof = try message.proof(by: call.headerFields[.iOSBundleIdentifier])
            let user = try await call.user(ofOptional: message.idToken)
            let result = try await call.services.federation.signIn(
                by: proof,
                lifetime: message.accessTokenLifetime.map(TimeSpan.seconds),
                linking: user,
                mayCreate: message.autoCreate ?? true,
                by: call.caller
            )
            var response = SignInWithIdpResponse(result, tenant: user.caller(or: call.caller).tenant)
            guard case .pending(let pending) = result.result else { return response }
            switch pending.reason {
            case .confirmation(let holder, _) where call.emulates(.namesConflictingUser):
                response.localId = holder.rawValue
            case .conflict(let error) where message.returnIdpCredential != true:
                throw error
            case .confirmation, .conflict, .phoneNumberTaken:
                break
            }
            return response
        }
    }
}

extension SignInWithIdpRequest: InputMessage {
    package static let inputFields = InputTable<Self> {
        InputField(
            \.requestUri,
            .name(16_384),
            """
            URL that the provider redirected to, with code and state; any URL, such as `http://localhost`, if `postBody` \
            has a credential. Its query counts like the form.
            """,
            .required("MISSING_REQUEST_URI"),
            else: "INVALID_REQUEST_URI"
        )
        InputField(
            \.postBody,
            .bytes(65_536),
            """
            Form with the provider's credential: `providerId`, and `id_token` (16384 bytes at most), `access_token` or \
            `code`. Beside an ID token: `nonce` in plain text, `access_token`, and `user`, the name that Apple sends at the \
            first sign-in. Beside a code: `redirect_uri` and `nonce`. An access token beside an ID token counts only if \
            `at_hash` or the userinfo endpoint says that it is of the same person; else the server ignores it.
            """
        )
        InputField(
            \.pendingToken,
            .name(256),
            """
            Token of a verified sign-in, instead of a credential: from a response with `needConfirmation` or \
            `errorMessage`. It is good once, for 15 minutes. A change of the provider's client or issuer ends it.
            """
        )
        InputField(
            \.sessionId,
            .bytes(1024),
            "Session ID that `createAuthUri` returned. The response of a redirect needs it."
        )
        InputField.idToken(\.idToken, "Token of the user who gets the account, or signs in again.")
        InputField(
            \.returnIdpCredential,
            "Whether a conflict of a link is a response with `errorMessage`, and not an error."
        )
        InputField(
            \.autoCreate,
            "Whether a user is created or found by the address, if none has the account; defaults to true."
        )
        InputField.accessTokenLifetime(\.accessTokenLifetime)
        InputField.scope
        InputField.ignored(
            "returnSecureToken",
            "returnRefreshToken",
            "pendingIdToken",
            "delegatedProjectNumber",
            "instanceId"
        )
    }
}

extension SignInWithIdpResponse: OutputMessage {
    package static let outputFields = OutputTable<Self> {
        OutputField(\.kind, "Name of the message.")
        OutputField(\.providerId, "Provider.")
        OutputField(\.federatedId, "ID of the user at the provider.")
        OutputField(\.localId, "ID of the user.")
        OutputField(
            \.email,
            """
            E-mail address at the provider, if it is valid. The user may have another one or none: `accounts:lookup` returns \
            it. Everything else that the provider says is in `rawUserInfo`.
            """
        )
        OutputField(\.emailVerified, "Whether the address is verified.")
        OutputField(\.displayName, "Name at the provider.")
        OutputField(\.fullName, "Name at the provider.")
        OutputField(\.firstName, "First name at the provider.")
        OutputField(\.lastName, "Last name at the provider.")
        OutputField(\.nickName, "Nickname at the provider.")
        OutputField(\.screenName, "Name of the account at the provider.")
        OutputField(\.photoUrl, "URL of a picture.")
        OutputField(\.language, "Language at the provider.")
        OutputField(\.timeZone, "Time zone at the provider.")
        OutputField(\.dateOfBirth, "Date of birth at the provider.")
        OutputField(\.rawUserInfo, "What the provider says about the user: JSON text.")
        OutputField(\.oauthAccessToken, "Access token of the provider.")
        OutputField(\.oauthRefreshToken, "Refresh token of the provider.")
        OutputField(\.oauthIdToken, "ID token of the provider.")
        OutputField(\.oauthTokenSecret, "Secret of the provider's access token (OAuth 1.0).")
        OutputField(\.oauthExpireIn, "Lifetime of the provider's access token in seconds.")
        OutputField(\.isNewUser, "Whether the user was created.")
        OutputField(\.emailRecycled, "True if the address belonged to another account at the provider.")
        OutputField(
            \.needConfirmation,
            "True if another user has the address: that user signs in first, and links then."
        )
        OutputField(
            \.verifiedProvider,
            """
            Sign-in methods of that user, as in `providerUserInfo`: `password` also stands for links by e-mail. Absent if \
            the user has no method left; a link by e-mail or a password reset then gives one.
            """
        )
        OutputField(\.errorMessage, "Why the account was not linked.")
        OutputField(\.pendingToken, "Token with which the app continues without the provider.")
        OutputField(\.tenantId, "Tenant of the user.")
        OutputField(\.idToken, "ID token, which is the access token too.")
        OutputField(\.refreshToken, "Refresh token.")
        OutputField(\.expiresIn, "Lifetime of the ID token in seconds.")
    }
}
