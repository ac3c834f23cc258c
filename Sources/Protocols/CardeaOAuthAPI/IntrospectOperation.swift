import CardeaIdentityDomain
import CardeaIdentityService
import CardeaOperations
import CardeaSecrets

extension Operation<ClientCall> {
    static var introspect: Self {
        Operation(
            "oauth2.introspect",
            "Returns the state of a token to a back end or an administrator of its project (RFC 7662).",
            paths: [PathForm("/oauth2/introspect")],
            by: [.client, .administrator],
            tenant: .ofToken,
            source: .form,
            cacheControl: "no-store"
        ) { (call, message: TokenParameters) in
            IntrospectionResponse(try await call.sessions.introspect(message.token ?? "", by: call.caller))
        }
    }
}

/// RFC 7662 §2.2.
struct IntrospectionResponse: OutputMessage {
    let active: Bool
    var tokenType: String?
    var iss: String?
    var aud: String?
    var clientId: String?
    var sub: String?
    var username: String?
    var iat: Int64?
    var exp: Int64?
    var authTime: Int64?
    var amr: [String]?
    var acr: String?
    var jti: String?

    init(_ introspection: Introspection) {
        guard case .active(let token) = introspection else {
            active = false
            return
        }
        active = true
        tokenType = token.kind == .accessToken ? "Bearer" : nil
        iss = token.issuer
        aud = token.audience
        clientId = token.client
        jti = token.id
        sub = token.user.id.rawValue
        username = token.user.email?.description
        iat = token.issuedAt.seconds
        exp = token.expiresAt?.seconds
        authTime = token.session.authenticatedAt.seconds
        let authentication = token.session.authentication
        amr = authentication.proofs.isEmpty ? nil : authentication.proofs.map(\.method.rawValue)
        acr = authentication.level?.rawValue
    }

    static let outputFields = OutputTable<Self>(naming: .snakeCase) {
        OutputField(\.active, "Whether the token is valid now. If not, no other member is present.")
        OutputField(\.tokenType, "Bearer for an access token.")
        OutputField(\.iss, "Issuer.")
        OutputField(\.aud, "Audience: of an access token the API, else the ID of the project.")
        OutputField(\.clientId, "ID of the app that the token was issued to, or of the project.")
        OutputField(\.sub, "ID of the user.")
        OutputField(\.username, "E-mail address of the user.")
        OutputField(\.iat, "Time of issue, in seconds since 1970.")
        OutputField(\.exp, "Time of expiry, in seconds since 1970.")
        OutputField(\.authTime, "Time of the last authentication, in seconds since 1970.")
        OutputField(\.amr, "Methods by which the user was authenticated (RFC 8176).")
        OutputField(\.acr, "Level of the authentication: `aal1` for one factor (RFC 9470 §6.2).")
        OutputField(\.jti, "ID of an access token.")
    }
}
