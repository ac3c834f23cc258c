import CardeaEncodings
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaOperations
import CardeaSecrets

/// The endpoint that the key files of service accounts name: administrator's access tokens for signed assertions.
extension Operation<ServiceAccounts> {
    static let grantType = "urn:ietf:params:oauth:grant-type:jwt-bearer"

    static var exchangeAssertion: Self {
        Operation(
            "oauth2.exchangeAssertion",
            "Returns an administrator's access token for an assertion of a service account (RFC 7523).",
            paths: [PathForm("/token", host: "oauth2.googleapis.com")],
            by: [.anyone],
            tenant: .none,
            source: .form,
            errors: .oauth(.unsupportedGrantType, .invalidGrant),
            cacheControl: "no-store"
        ) { (accounts, message: AssertionRequest) in
            guard message.grantType?.exact == grantType.exact else {
                throw OAuthError(.unsupportedGrantType, "Only the grant type \(grantType) is supported.")
            }
            guard let assertion = message.assertion else {
                throw OAuthError(.invalidRequest, "assertion is missing.")
            }
            return AssertionResponse(accessToken: try await accounts.exchange(assertion))
        }
    }
}

struct AssertionRequest: InputMessage {
    var grantType: String?
    var assertion: Secret?

    static let inputFields = InputTable<Self>(naming: .snakeCase) {
        InputField(
            \.grantType,
            .bytes(256),
            "Always urn:ietf:params:oauth:grant-type:jwt-bearer.",
            .required()
        )
        InputField(\.assertion, .bytes(16_384), "JWT that the service account has signed.")
        InputField(ignored: "scope")
    }
}

struct AssertionResponse: OutputMessage {
    let accessToken: Secret
    let tokenType = "Bearer"
    let expiresIn = ServiceAccounts.accessTokenLifetime.seconds

    static let outputFields = OutputTable<Self>(naming: .snakeCase) {
        OutputField(\.accessToken, "Access token of an administrator of the service account's project.")
        OutputField(\.tokenType, "Always Bearer.")
        OutputField(\.expiresIn, "Lifetime of the access token in seconds.")
    }
}
