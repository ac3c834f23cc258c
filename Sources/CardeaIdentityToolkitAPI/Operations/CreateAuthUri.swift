import CardeaIdentityWire
import CardeaEncodings
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaOperations

extension ToolkitOperation {
    static var createAuthUri: Self {
        Operation(
            "accounts.createAuthUri",
            "Returns the sign-in methods of an e-mail address; with enumeration protection, none of them.",
            paths: .app("createAuthUri") + .relyingParty("createAuthUri"),
            by: [.app],
            errors: .toolkit(.invalidContinueURI, .invalidIdentifier)
        ) { (call, message: CreateAuthUriRequest) in
            guard message.continueUri?.contains("://") == true else {
                throw IdentityToolkitError(.invalidContinueURI)
            }
            let identifier = message.identifier ?? ""
            guard EmailAddress(identifier) != nil else { throw IdentityToolkitError(.invalidIdentifier) }

            var response = CreateAuthUriResponse(sessionId: Base64URL.encode(call.services.random.bytes(20)))
            guard !call.caller.policy.signIn.protectsEmailEnumeration else { return response }
            let user = try await call.services.users.find(.email(identifier), in: call.caller.pool)
            response.registered = user != nil
            response.allProviders = user.map(providers) ?? []
            response.signinMethods = user.map(signInMethods) ?? []
            return response
        }
    }
}

/// The names of the ways in which a user can sign in.
private func providers(of user: User) -> [String] {
    (user.passwordHash != nil || user.signsInByEmailLink ? ["password"] : []) + others(of: user)
}

/// The same, with a password and a link told apart.
private func signInMethods(of user: User) -> [String] {
    (user.passwordHash == nil ? [] : ["password"]) + (user.signsInByEmailLink ? ["emailLink"] : [])
        + others(of: user)
}

private func others(of user: User) -> [String] {
    user.identities.map(\.provider.rawValue) + (user.phoneNumber == nil ? [] : ["phone"])
}

struct CreateAuthUriRequest: InputMessage {
    var continueUri: String?
    var identifier: String?
    var providerId: String?

    static let inputFields = InputTable<Self> {
        InputField(
            \.continueUri,
            .name(2048),
            "URL of the app.",
            .required("MISSING_CONTINUE_URI"),
            else: "INVALID_CONTINUE_URI"
        )
        InputField(
            \.identifier,
            .name(254),
            "E-mail address.",
            .required("MISSING_IDENTIFIER"),
            else: "INVALID_IDENTIFIER"
        )
        InputField(\.providerId, .bytes(256), "Ignored: there is no other provider.")
        InputField.scope
        InputField.ignored(
            "appId",
            "authFlowType",
            "context",
            "customParameter",
            "hostedDomain",
            "oauthConsumerKey",
            "oauthScope",
            "openidRealm",
            "otaApp",
            "sessionId"
        )
    }
}

struct CreateAuthUriResponse: OutputMessage {
    let kind = "identitytoolkit#CreateAuthUriResponse"
    let sessionId: String
    var registered: Bool?
    var signinMethods: [String]?
    var allProviders: [String]?

    static let outputFields = OutputTable<Self> {
        OutputField(\.kind, "Name of the message.")
        OutputField(\.sessionId, "Random ID.")
        OutputField(\.registered, "Whether a user has the address; absent with enumeration protection.")
        OutputField(\.signinMethods, "Sign-in methods of the user; absent with enumeration protection.")
        OutputField(\.allProviders, "Providers of the user; absent with enumeration protection.")
    }
}
