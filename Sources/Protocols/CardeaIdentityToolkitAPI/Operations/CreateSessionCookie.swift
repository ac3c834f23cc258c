import CardeaIdentityDomain
import CardeaIdentityService
package import CardeaIdentityWire
package import CardeaOperations
import CardeaSecrets

extension ToolkitOperation {
    static var createSessionCookie: Self {
        Operation(
            "projects.createSessionCookie",
            "Returns a session cookie for the user of an ID token.",
            paths: [
                .identityToolkit("/v1/projects/{project}:createSessionCookie", variant: "project"),
                .identityToolkit(
                    "/v1/projects/{project}/tenants/{tenant}:createSessionCookie",
                    variant: "tenant"
                ),
            ],
            by: [.administrator],
            errors: .toolkit(
                .invalidDuration,
                .invalidIDToken,
                .tokenExpired,
                .userNotFound,
                .userDisabled,
                .projectNumberMismatch,
                .tenantIDMismatch
            )
        ) { (call, message: CreateSessionCookieRequest) in
            let cookie = try await call.services.sessions.createSessionCookie(
                idToken: message.idToken ?? "",
                lifetime: .seconds(message.validDuration ?? SessionCookie.lifetimes.upperBound),
                by: call.caller
            )
            return CreateSessionCookieResponse(sessionCookie: Secret(String(decoding: cookie, as: UTF8.self)))
        }
    }
}

extension CreateSessionCookieRequest: InputMessage {
    package static let inputFields = InputTable<Self> {
        InputField(
            \.idToken,
            .name(16_384),
            "Token of the user.",
            .required("MISSING_ID_TOKEN"),
            else: "INVALID_ID_TOKEN"
        )
        InputField(
            \.validDuration,
            SessionCookie.lifetimes,
            "Lifetime in seconds, 5 minutes to 14 days; defaults to 14 days.",
            else: "INVALID_DURATION"
        )
        InputField.scope
    }
}

extension CreateSessionCookieResponse: OutputMessage {
    package static let outputFields = OutputTable<Self> {
        OutputField(\.sessionCookie, "JWT for the browser of the user.")
    }
}
