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
        try self.init(token, user: token.string("uid"))
    }

    private init(_ token: TokenClaims, user: String?) throws(IdentityError) {
        guard let user = user.map(UserID.init(rawValue:)), ProfileRules.isUserID(user) else {
            throw .token(.invalidCustomToken(.invalidUserID))
        }
        self.user = user
        switch token.members["tenant_id"] {
        case nil, .null?: tenant = nil
        case .string(let name)?: tenant = TenantID(rawValue: name)
        default: throw .scope(.tenantMismatch)
        }
        switch token.members["claims"] {
        case nil, .null?: claims = try CustomClaims([:])
        case .object(let members)?: claims = try CustomClaims(members)
        default: throw .input(.invalidClaims)
        }
    }

    /// A token as emulators accept it: unsigned, signed by anybody, or its claims as a JSON object.
    ///
    /// It may name the user by a number, or as `user_id`.
    init(unverified text: String) throws(IdentityError) {
        let isObject = text.first == "{"
        let json = isObject ? Array(text.utf8) : (try? UnverifiedToken(text.utf8))?.claims
        guard let json, let claims = try? TokenClaims(json) else {
            throw .token(.invalidCustomToken(.malformed))
        }
        guard isObject || claims.strings("aud") == [Self.audience] else {
            throw .token(.invalidCustomToken(.wrongAudience))
        }
        let names = ["uid", "user_id"].lazy.compactMap { name -> String? in
            switch claims.members[name] {
            case .string(let text)?: text
            case .integer(let number)?: String(number)
            default: nil
            }
        }
        try self.init(claims, user: names.first)
    }
}
