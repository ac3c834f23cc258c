import CardeaEncodings
import CardeaHTTPRouting
import CardeaIdentityWire

/// What `/v1/token` is given, as JSON or else as a form.
struct TokenGrant {
    let refreshToken: String

    init(_ request: Request) throws {
        let (grantType, refreshToken) =
            request.mediaType == "application/json"
            ? try Self.fields(of: MessageFields(body: request.body)) : try Self.fields(ofForm: request.body)
        guard let grantType, !grantType.isEmpty else { throw IdentityToolkitError(.missingGrantType) }
        guard grantType == "refresh_token" else { throw IdentityToolkitError(.invalidGrantType) }
        guard let refreshToken, !refreshToken.isEmpty else {
            throw IdentityToolkitError(.missingRefreshToken)
        }
        self.refreshToken = refreshToken
    }

    private static func fields(
        of message: MessageFields
    ) throws(InvalidRequest) -> (grantType: String?, refreshToken: String?) {
        var message = message
        let fields = (try message.string("grantType"), try message.string("refreshToken"))
        try message.finish()
        return fields
    }

    private static func fields(
        ofForm body: [UInt8]
    ) throws(IdentityToolkitError) -> (grantType: String?, refreshToken: String?) {
        guard let form = FormCoding.decode(body) else {
            throw IdentityToolkitError(.invalidArgument, "The form cannot be decoded.")
        }
        var fields: (grantType: String?, refreshToken: String?)
        for (name, value) in form {
            switch name {
            case "grant_type", "grantType": fields.grantType = value
            case "refresh_token", "refreshToken": fields.refreshToken = value
            default: break
            }
        }
        return fields
    }
}
