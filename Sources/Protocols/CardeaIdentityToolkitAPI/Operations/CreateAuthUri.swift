package import CardeaIdentityWire
import CardeaEncodings
import CardeaIdentityDomain
import CardeaIdentityService
package import CardeaOperations
import CardeaSecrets

extension ToolkitOperation {
    static var createAuthUri: Self {
        Operation(
            "accounts.createAuthUri",
            """
            With a provider, begins a sign-in by redirect. Otherwise returns the sign-in methods of an e-mail address; \
            with enumeration protection, none of them.
            """,
            paths: .app("createAuthUri") + .relyingParty("createAuthUri"),
            by: [.app],
            errors: .toolkit(
                .missingContinueURI,
                .invalidContinueURI,
                .missingIdentifier,
                .invalidIdentifier,
                .invalidProviderID,
                .unauthorizedDomain,
                .operationNotAllowed,
                .tooManyAttemptsTryLater
            )
        ) { (call, message: CreateAuthUriRequest) in
            // Other names are sign-in methods, such as `password`.
            if let provider = message.providerId, provider.contains(".") {
                return try await call.beginRedirect(provider, message)
            }
            guard let identifier = message.identifier else {
                throw IdentityToolkitError(.missingIdentifier)
            }
            let continueURL = try message.givenContinueURL
            guard EmailAddress(identifier) != nil else { throw IdentityToolkitError(.invalidIdentifier) }
            guard continueURL.contains("://") else { throw IdentityToolkitError(.invalidContinueURI) }

            var response = CreateAuthUriResponse()
            response.sessionId =
                message.sessionId ?? Secret(Base64URL.encode(call.services.random.bytes(20)))
            guard !call.caller.policy.signIn.protectsEmailEnumeration else { return response }
            let user = try await call.user(email: identifier)
            response.registered = user != nil
            response.allProviders = user.map(providers) ?? []
            response.signinMethods = user.map(signInMethods) ?? []
            return response
        }
    }
}

extension ToolkitCall {
    /// The user who has an address; in an emulator also the user who has it at a provider.
    fileprivate func user(email text: String) async throws -> User? {
        let (pool, users) = (caller.pool, services.users)
        if let user = try await users.find(.email(text), in: pool) { return user }
        guard emulates(.providerProfile), let email = EmailAddress(text) else { return nil }
        // The users of an emulator are few: no index is worth its while.
        var page: [User] = []
        repeat {
            page = try await users.list(in: pool, after: page.last?.id, limit: 1000)
            let identities = try await users.identities(of: page, in: pool)
            let found = page.first { identities[$0.id]?.contains { $0.email == email } ?? false }
            if let found { return found }
        } while !page.isEmpty
        return nil
    }
}

/// The names of the ways in which a user can sign in by an e-mail address.
private func providers(of user: User) -> [String] {
    (user.passwordHash != nil || user.signsInByEmailLink ? ["password"] : []) + others(of: user)
}

/// The same, with separate values for a password and a link.
private func signInMethods(of user: User) -> [String] {
    (user.passwordHash == nil ? [] : ["password"]) + (user.signsInByEmailLink ? ["emailLink"] : [])
        + others(of: user)
}

private func others(of user: User) -> [String] { user.identities.map(\.provider.rawValue) }

extension CreateAuthUriRequest {
    var givenContinueURL: String {
        get throws(IdentityToolkitError) {
            guard let continueUri else { throw IdentityToolkitError(.missingContinueURI) }
            return continueUri
        }
    }
}

extension CreateAuthUriRequest: InputMessage {
    package static let inputFields = InputTable<Self> {
        InputField(
            \.continueUri,
            .name(2048),
            "URL of the app.",
            else: "INVALID_CONTINUE_URI"
        )
        InputField(
            \.identifier,
            .name(254),
            "E-mail address; for a provider a hint.",
            else: "INVALID_IDENTIFIER"
        )
        InputField(\.providerId, .name(128), "ID of a provider.", else: "INVALID_PROVIDER_ID")
        InputField(
            \.sessionId,
            .name(256),
            "Secret of the app, at least 16 bytes; a new one by default.",
            else: "INVALID_ARGUMENT"
        )
        InputField(\.oauthScope, .name(2048), "Further scopes.", else: "INVALID_ARGUMENT")
        InputField(\.customParameter, "Further parameters for the provider's page, at most 20.")
        InputField.scope
        InputField.ignored(
            "appId",
            "authFlowType",
            "context",
            "hostedDomain",
            "oauthConsumerKey",
            "openidRealm",
            "otaApp"
        )
    }
}

extension CreateAuthUriResponse: OutputMessage {
    package static let outputFields = OutputTable<Self> {
        OutputField(\.kind, "Name of the message.")
        OutputField(\.sessionId, "Secret that `signInWithIdp` expects.")
        OutputField(\.authUri, "Address to open in a browser; with a provider.")
        OutputField(\.providerId, "The provider.")
        OutputField(\.registered, "Whether a user has the address; absent with enumeration protection.")
        OutputField(\.signinMethods, "Sign-in methods of the user; absent with enumeration protection.")
        OutputField(\.allProviders, "Providers of the user; absent with enumeration protection.")
    }
}
