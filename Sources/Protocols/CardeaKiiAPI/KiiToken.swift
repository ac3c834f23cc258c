import CardeaIdentityDomain
import CardeaIdentityService
import CardeaOperations
import CardeaSecrets

extension Operation<KiiCall> {
    /// Kii Cloud's token resource.
    static var kiiToken: Self {
        Operation(
            "kii.token",
            "Signs in with a password, or returns new tokens for a refresh token, as Kii Cloud's REST API does.",
            paths: [
                PathForm("/api/oauth2/token"),
                PathForm("/api/apps/{app}/oauth2/token", variant: "app"),
            ],
            by: [.client],
            tenant: .ofToken,
            errors: .kii(.unsupportedGrantType, .invalidGrant),
            cacheControl: "no-store"
        ) { (call, message: KiiTokenRequest) in
            switch message.grantType ?? "password" {
            case "password": try await call.signIn(message)
            case "refresh_token": try await call.refresh(message)
            default:
                throw KiiError(.unsupportedGrantType, "grant_type must be password or refresh_token.")
            }
        }
    }
}

struct KiiTokenRequest: InputMessage {
    var grantType: String?
    var username: String?
    var password: Secret?
    var expiresAt: Int64?
    var refreshToken: Secret?

    static let inputFields = InputTable<Self>(naming: .snakeCase) {
        InputField(\.grantType, .bytes(256), "Either password, which is the default, or refresh_token.")
        InputField(
            \.username,
            .bytes(320),
            "User name, e-mail address or phone number; also EMAIL:address, PHONE:+number or PHONE:JP-number."
        )
        InputField(\.password, .bytes(4096), "Password in plain text.")
        InputField(
            \.expiresAt,
            0...Timestamp.last.milliseconds,
            "When the access token of a login expires, in milliseconds since 1970; the project sets a maximum. A refresh ignores it."
        )
        InputField(\.refreshToken, .bytes(4096), "Refresh token.")
        InputField.unused("clientId", "clientSecret")
    }
}

extension InputField where Root: InputMessage {
    /// Fields that the protocol knows and the server does not use.
    static func unused(_ names: String...) -> [InputField] { names.map(InputField.init(ignored:)) }
}

struct KiiTokenResponse: OutputMessage {
    let id: String
    let accessToken: TokenText
    let expiresIn: Int64
    let tokenType = "bearer"
    let refreshToken: TokenText?

    init(_ user: UserID, _ tokens: IssuedTokens) {
        id = user.rawValue
        accessToken = TokenText(tokens.accessToken)
        expiresIn = tokens.lifetime.seconds
        refreshToken = tokens.refreshToken.map(TokenText.init)
    }

    static let outputFields = OutputTable<Self>(naming: .snakeCase) {
        OutputField(\.id, "ID of the user.")
        OutputField(\.accessToken, "Access token.")
        OutputField(\.expiresIn, "Lifetime of the access token in seconds.")
        OutputField(\.tokenType, "Always bearer.")
        OutputField(\.refreshToken, "Refresh token; absent where the project issues none.")
    }
}

extension KiiCall {
    fileprivate func signIn(_ message: KiiTokenRequest) async throws -> KiiTokenResponse {
        guard let username = message.username, !username.isEmpty, let password = message.password,
            !password.isEmpty
        else { throw KiiError(.invalidRequest, "username and password are required.") }
        let lifetime = try lifetime(message.expiresAt)
        // Which names have the form of one is not a secret, but which error it was would be one more difference.
        guard let login = LoginName(kii: username) else { throw KiiError.wrongCredentials }
        let signedIn = try await signIn.withPassword(
            login: login,
            password: password,
            lifetime: lifetime,
            by: caller
        )
        .get()
        return KiiTokenResponse(signedIn.user.id, signedIn.tokens)
    }

    fileprivate func refresh(_ message: KiiTokenRequest) async throws -> KiiTokenResponse {
        guard let token = message.refreshToken, !token.isEmpty else {
            throw KiiError(.invalidRequest, "refresh_token is required.")
        }
        let refreshed = try await sessions.refresh(token.utf8, by: caller)
        return KiiTokenResponse(refreshed.user.id, refreshed.tokens)
    }

    /// The lifetime until a moment; the sign-in caps it by the project's maximum (K6).
    private func lifetime(_ expiresAt: Int64?) throws(KiiError) -> TimeSpan? {
        guard let expiresAt else { return nil }
        let lifetime = Timestamp(milliseconds: expiresAt) - clock.now()
        guard lifetime >= .seconds(1) else {
            throw KiiError(.invalidRequest, "expiresAt must be in the future.")
        }
        return lifetime
    }
}
