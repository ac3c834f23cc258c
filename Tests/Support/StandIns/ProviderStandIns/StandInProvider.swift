import CardeaEncodings

/// A provider with its requests and responses, as its documentation describes them.
///
/// The client of each is `client-of-ID` with the secret `secret of ID`. A person with the `login_hint` of `declines` says no.
package struct StandInProvider: Sendable {
    package enum Signature: Sendable {
        case rs256
        case es256
        /// HMAC under the client's secret.
        case secret
    }

    package let id: String
    let authorization: String
    let token: String
    var keys: String?
    /// The issuer of ID tokens; `nil` if the provider has no ID tokens.
    var issuer: String?
    var signature = Signature.rs256
    /// The claims of ID tokens beside those that each has.
    var claims: JSONValue = [:]
    var repeatsNonce = true
    /// The scopes that a request must have; `nil` if it must have none.
    var scope: String?
    /// Whether the provider demands PKCE; `false` if it does not know it.
    var demandsPKCE = true
    /// Whether the client authenticates itself by HTTP Basic, and not by the form.
    var isBasic = false
    /// Whether the exchange of the code must repeat the state.
    var demandsState = false
    var lifetime: JSONValue = 3600
    /// The status of errors.
    var errorStatus = 400
    /// The profile for access tokens.
    var userInfo: (url: String, profile: JSONValue)?
    /// The error for a person who declines.
    var denial = "access_denied"
    /// The parameter that must prove the access token, by an HMAC under the client's secret.
    var proof: String?

    package var clientID: String { "client-of-\(id)" }
    package var secret: String { "secret of \(id)" }
    var accessToken: String { "access token of \(id)" }

    private init(_ id: String, authorization: String, token: String) {
        (self.id, self.authorization, self.token) = (id, authorization, token)
    }

    private init(
        _ id: String,
        authorization: String,
        token: String,
        _ change: (inout Self) -> Void
    ) {
        self.init(id, authorization: authorization, token: token)
        change(&self)
    }

    /// The hosts of its URLs.
    package var hosts: Set<String> {
        Set([authorization, token, keys, userInfo?.url].compactMap { $0.map(StandIn.host(of:)) })
    }

    package static let all = [google, microsoft, yahoo, linkedIn, line, facebook, kakao, naver]

    /// https://developers.google.com/identity/openid-connect/openid-connect: `hd` names a Workspace domain.
    package static let google = Self(
        "google.com",
        authorization: "https://accounts.google.com/o/oauth2/v2/auth",
        token: "https://oauth2.googleapis.com/token"
    ) {
        $0.keys = "https://www.googleapis.com/oauth2/v3/certs"
        $0.issuer = "https://accounts.google.com"
        $0.scope = "openid email profile"
        $0.claims = [
            "sub": "10769150350006150715113082367", "email": "ada@acme.example", "email_verified": true,
            "hd": "acme.example", "name": "Ada Lovelace", "picture": "https://lh3.example/a", "at_hash": "",
        ]
    }

    /// https://learn.microsoft.com/entra/identity-platform/id-token-claims-reference: an issuer for each tenant, no
    /// `email_verified`, `sub` for one client.
    package static let microsoft = Self(
        "microsoft.com",
        authorization: "https://login.microsoftonline.com/common/oauth2/v2.0/authorize",
        token: "https://login.microsoftonline.com/common/oauth2/v2.0/token"
    ) {
        let consumers = "9188040d-6c67-4c5b-b112-36a304b66dad"
        $0.keys = "https://login.microsoftonline.com/common/discovery/v2.0/keys"
        $0.issuer = "https://login.microsoftonline.com/\(consumers)/v2.0"
        $0.scope = "openid profile email"
        $0.claims = [
            "sub": "AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ", "tid": .string(consumers), "ver": "2.0",
            "oid": "00000000-0000-0000-66f3-3332eca7ea81", "email": "ada@outlook.com", "name": "Ada Lovelace",
            "preferred_username": "ada@outlook.com",
        ]
    }

    /// https://developer.yahoo.com/sign-in-with-yahoo: ID tokens by ES256 without profile, HTTP Basic.
    package static let yahoo = Self(
        "yahoo.com",
        authorization: "https://api.login.yahoo.com/oauth2/request_auth",
        token: "https://api.login.yahoo.com/oauth2/get_token"
    ) {
        $0.keys = "https://api.login.yahoo.com/openid/v1/certs"
        $0.issuer = "https://api.login.yahoo.com"
        $0.signature = .es256
        $0.scope = "openid profile email"
        $0.isBasic = true
        $0.claims = ["sub": "FSVIDUW3D7FSVIDUW3D72F2F", "at_hash": ""]
        $0.userInfo = (
            "https://api.login.yahoo.com/openid/v1/userinfo",
            [
                "sub": "FSVIDUW3D7FSVIDUW3D72F2F", "name": "Ada Lovelace", "given_name": "Ada",
                "email": "ada@yahoo.com", "email_verified": true, "locale": "en-US",
            ]
        )
    }

    /// https://learn.microsoft.com/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2: no nonce, flags as text.
    package static let linkedIn = Self(
        "linkedin.com",
        authorization: "https://www.linkedin.com/oauth/v2/authorization",
        token: "https://www.linkedin.com/oauth/v2/accessToken"
    ) {
        $0.keys = "https://www.linkedin.com/oauth/openid/jwks"
        $0.issuer = "https://www.linkedin.com/oauth"
        $0.repeatsNonce = false
        $0.demandsPKCE = false
        $0.denial = "user_cancelled_authorize"
        $0.scope = "openid profile email"
        $0.claims = [
            "sub": "782bbtaQ", "name": "Ada Lovelace", "email": "ada@gmail.com", "email_verified": "true",
            "locale": ["country": "US", "language": "en"],
        ]
    }

    /// https://developers.line.biz/en/docs/line-login/verify-id-token: HS256 for web apps, the address in the ID token alone, which
    /// is unverified.
    package static let line = Self(
        "line.me",
        authorization: "https://access.line.me/oauth2/v2.1/authorize",
        token: "https://api.line.me/oauth2/v2.1/token"
    ) {
        $0.keys = "https://api.line.me/oauth2/v2.1/certs"
        $0.issuer = "https://access.line.me"
        $0.signature = .secret
        $0.scope = "openid profile email"
        $0.claims = [
            "sub": "U1234567890abcdef1234567890abcdef", "name": "アダ", "amr": ["linesso"],
            "email": "ada@line.example",
        ]
    }

    /// https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow: a profile whose address may be missing,
    /// and a proof with each access token.
    package static let facebook = Self(
        "facebook.com",
        authorization: "https://www.facebook.com/v23.0/dialog/oauth",
        token: "https://graph.facebook.com/v23.0/oauth/access_token"
    ) {
        $0.scope = "public_profile,email"
        $0.proof = "appsecret_proof"
        $0.userInfo = (
            "https://graph.facebook.com/v23.0/me",
            [
                "id": "10220000000000001", "name": "Ada Lovelace", "first_name": "Ada",
                "picture": ["data": ["url": "https://scontent.example/a", "is_silhouette": false]],
            ]
        )
    }

    /// https://developers.kakao.com/docs/latest/en/kakaologin/rest-api: a number as ID, an optional address with two flags, and no
    /// scope that the app's console does not list.
    package static let kakao = Self(
        "kakao.com",
        authorization: "https://kauth.kakao.com/oauth/authorize",
        token: "https://kauth.kakao.com/oauth/token"
    ) {
        $0.userInfo = (
            "https://kapi.kakao.com/v2/user/me",
            [
                "id": 123_456_789, "connected_at": "2026-04-11T01:45:28Z",
                "kakao_account": [
                    "profile_nickname_needs_agreement": false,
                    "profile": [
                        "nickname": "에이다", "profile_image_url": "https://k.example/a.jpg",
                    ],
                    "has_email": true, "email_needs_agreement": false, "is_email_valid": true,
                    "is_email_verified": true, "email": "ada@kakao.example",
                ],
            ]
        )
    }

    /// https://developers.naver.com/docs/login/api/api.md: errors with status 200, lifetimes as text, the state in the exchange.
    package static let naver = Self(
        "naver.com",
        authorization: "https://nid.naver.com/oauth2.0/authorize",
        token: "https://nid.naver.com/oauth2.0/token"
    ) {
        $0.demandsPKCE = false
        $0.demandsState = true
        $0.lifetime = "3600"
        $0.errorStatus = 200
        $0.userInfo = (
            "https://openapi.naver.com/v1/nid/me",
            [
                "resultcode": "00", "message": "success",
                "response": ["id": "32742776", "email": "ada@naver.com", "nickname": "에이다"],
            ]
        )
    }
}
