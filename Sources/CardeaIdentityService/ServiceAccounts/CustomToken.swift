import CardeaEncodings
import CardeaIdentityDomain
import CardeaJOSE

/// The content of a custom token: a user, and the claims of the session.
struct CustomToken: Sendable {
    /// The audience of all custom tokens: a constant of Google's SDKs.
    static let audience =
        "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"

    let user: UserID
    let tenant: TenantID?
    let claims: CustomClaims

    /// Reads the claims of a token that is accepted.
    init(_ token: TokenClaims) throws(IdentityError) {
        guard let user = token.string("uid").map(UserID.init(rawValue:)), ProfileRules.isUserID(user) else {
            throw .invalidCustomToken(.invalidUserID)
        }
        self.user = user
        switch token.members["tenant_id"] {
        case nil, .null?: tenant = nil
        case .string(let name)?: tenant = TenantID(rawValue: name)
        default: throw .tenantMismatch
        }
        switch token.members["claims"] {
        case nil, .null?: claims = try CustomClaims([:])
        case .object(let members)?: claims = try CustomClaims(members)
        default: throw .invalidClaims
        }
    }

    /// A token as emulators accept it: unsigned, signed by anybody, or its claims as a JSON object.
    init(unverified text: String) throws(IdentityError) {
        let isObject = text.first == "{"
        let json = isObject ? Array(text.utf8) : (try? UnverifiedToken(text.utf8))?.claims
        guard let json, let claims = try? TokenClaims(json) else { throw .invalidCustomToken(.malformed) }
        guard isObject || claims.strings("aud") == [Self.audience] else {
            throw .invalidCustomToken(.wrongAudience)
        }
        try self.init(claims)
    }
}
