import CardeaHTTPRouting
import CardeaIdentityService

/// The parameters of a request to an OAuth endpoint: a form in which none is given twice (RFC 6749 §3.2).
struct OAuthForm {
    private let pairs: [(name: String, value: String)]

    init(_ request: Request) throws(OAuthError) {
        guard let pairs = request.form else {
            throw OAuthError(.invalidRequest, "The body must be a form (application/x-www-form-urlencoded).")
        }
        self.pairs = pairs
    }

    /// The value of a parameter; one without a value counts as absent.
    subscript(name: String) -> String? {
        get throws(OAuthError) {
            let values = pairs.filter { $0.name == name }
            guard values.count <= 1 else { throw OAuthError(.invalidRequest, "\(name) is given twice.") }
            return values.first.flatMap { $0.value.isEmpty ? nil : $0.value }
        }
    }

    /// The value of a parameter that must be there.
    func required(_ name: String) throws(OAuthError) -> String {
        guard let value = try self[name] else { throw OAuthError(.invalidRequest, "\(name) is missing.") }
        return value
    }

    /// What the client takes the token for; an unknown word is no hint (RFC 7009 §2.1).
    var tokenTypeHint: TokenKind? {
        get throws(OAuthError) { try self["token_type_hint"].flatMap(TokenKind.init(rawValue:)) }
    }
}
