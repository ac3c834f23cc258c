/// The providers without ID tokens, or with such that only some apps get.
extension ProviderTable {
    static let oauthProviders = [facebook, gitHub, x, kakao, naver, weChat]

    /// Source: https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow.
    ///
    /// ID tokens come from Limited Login on Apple systems. Apps may demand a proof with each access token
    /// (https://developers.facebook.com/docs/graph-api/guides/secure-requests).
    private static let facebook = {
        var provider = ProviderDefinition("facebook.com", "Facebook")
        provider.endpoints = ProviderEndpoints(
            authorization: "https://www.facebook.com/v23.0/dialog/oauth",
            token: "https://graph.facebook.com/v23.0/oauth/access_token",
            userInfo:
                "https://graph.facebook.com/v23.0/me?fields=id,name,email,first_name,last_name,picture.type(large)",
            keys: "https://limited.facebook.com/.well-known/oauth/openid/jwks/"
        )
        provider.issuer = .anyOf(["https://www.facebook.com", "https://facebook.com"])
        provider.algorithms = [.rs256]
        provider.scopes = ["public_profile", "email"]
        provider.quirks = [
            .scopeSeparator(","), .tokenProof(parameter: "appsecret_proof"),
            // Downtime and limits come with status 400.
            // Sources: https://developers.facebook.com/docs/graph-api/guides/error-handling,
            // https://developers.facebook.com/docs/graph-api/overview/rate-limiting.
            .temporary(member: "error.code", values: ["2", "4", "17", "32", "341", "613"]),
        ]
        provider.person = .userInfo
        provider.accessTokens = .checked(
            url:
                "https://graph.facebook.com/debug_token?input_token={token}&access_token={client}%7C{secret}",
            method: .get,
            audience: "data.app_id",
            validity: "data.is_valid"
        )
        // Source: https://developers.facebook.com/docs/graph-api/reference/user/permissions.
        provider.revocation = .request(
            RevocationRequest(.delete, "https://graph.facebook.com/v23.0/me/permissions", token: .bearer)
        )
        provider.profile = ProfileMapping(
            subject: ["id", "sub"],
            email: ["email"],
            verification: .never,
            fields: [
                .displayName: ["name"], .firstName: ["first_name", "given_name"],
                .lastName: ["last_name", "family_name"], .photoURL: ["picture.data.url", "picture"],
            ]
        )
        return provider
    }()

    /// Source: https://docs.github.com/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps.
    private static let gitHub = {
        var provider = ProviderDefinition("github.com", "GitHub")
        provider.endpoints = ProviderEndpoints(
            authorization: "https://github.com/login/oauth/authorize",
            token: "https://github.com/login/oauth/access_token",
            userInfo: "https://api.github.com/user"
        )
        provider.scopes = ["read:user", "user:email"]
        provider.quirks = [
            .emailList(url: "https://api.github.com/user/emails"),
            // Source: https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api.
            .limit(status: 403, field: "x-ratelimit-remaining", value: "0"),
            .limit(status: 403, field: "retry-after", value: nil),
        ]
        provider.person = .userInfo
        provider.accessTokens = .checked(
            url: "https://api.github.com/applications/{client}/token",
            method: .basicJSON,
            audience: "app.client_id"
        )
        // Source: https://docs.github.com/rest/apps/oauth-applications#delete-an-app-authorization.
        provider.revocation = .request(
            RevocationRequest(
                .delete,
                "https://api.github.com/applications/{client}/grant",
                token: .json("access_token"),
                client: .basic
            )
        )
        provider.profile = ProfileMapping(
            subject: ["id"],
            // The address in the profile is whatever the person has chosen to show.
            email: [],
            verification: .never,
            fields: [.displayName: ["name", "login"], .screenName: ["login"], .photoURL: ["avatar_url"]]
        )
        return provider
    }()

    /// Source: https://docs.x.com/resources/fundamentals/authentication/oauth-2-0/authorization-code.
    ///
    /// Without an e-mail address.
    private static let x = {
        var provider = ProviderDefinition("twitter.com", "X")
        provider.endpoints = ProviderEndpoints(
            authorization: "https://x.com/i/oauth2/authorize",
            token: "https://api.x.com/2/oauth2/token",
            userInfo: "https://api.x.com/2/users/me?user.fields=id,name,username,profile_image_url",
            revocation: "https://api.x.com/2/oauth2/revoke"
        )
        provider.scopes = ["users.read", "tweet.read"]
        provider.clientAuthentication = .basic
        provider.person = .userInfo
        provider.revocation = .standard
        provider.profile = ProfileMapping(
            subject: ["data.id"],
            email: [],
            verification: .never,
            fields: [
                .displayName: ["data.name"], .screenName: ["data.username"],
                .photoURL: ["data.profile_image_url"],
            ]
        )
        return provider
    }()

    /// Source: https://developers.kakao.com/docs/latest/en/kakaologin/rest-api.
    ///
    /// The console of an app lists what its users consent to; a scope beyond that list is an error (KOE205), so none is requested.
    /// Only some apps have OpenID Connect turned on: its ID tokens come from Kakao's SDKs.
    private static let kakao = {
        var provider = ProviderDefinition("kakao.com", "Kakao")
        provider.endpoints = ProviderEndpoints(
            authorization: "https://kauth.kakao.com/oauth/authorize",
            token: "https://kauth.kakao.com/oauth/token",
            userInfo: "https://kapi.kakao.com/v2/user/me",
            keys: "https://kauth.kakao.com/.well-known/jwks.json"
        )
        provider.issuer = .anyOf(["https://kauth.kakao.com"])
        provider.algorithms = [.rs256]
        provider.quirks = [.scopeSeparator(",")]
        provider.person = .userInfo
        // Source: https://developers.kakao.com/docs/latest/en/kakaologin/rest-api#unlink.
        provider.revocation = .request(
            RevocationRequest(.post, "https://kapi.kakao.com/v1/user/unlink", token: .bearer)
        )
        provider.profile = ProfileMapping(
            subject: ["id", "sub"],
            email: ["kakao_account.email", "email"],
            // An address that is not valid any more has become another account's.
            verification: .flags(["kakao_account.is_email_valid", "kakao_account.is_email_verified"]),
            fields: [
                .displayName: ["kakao_account.name", "kakao_account.profile.nickname", "nickname"],
                .nickName: ["kakao_account.profile.nickname", "nickname"],
                .photoURL: ["kakao_account.profile.profile_image_url", "picture"],
            ]
        )
        return provider
    }()

    /// Source: https://developers.naver.com/docs/login/api/api.md.
    private static let naver = {
        var provider = ProviderDefinition("naver.com", "Naver")
        provider.endpoints = ProviderEndpoints(
            authorization: "https://nid.naver.com/oauth2.0/authorize",
            token: "https://nid.naver.com/oauth2.0/token",
            userInfo: "https://openapi.naver.com/v1/nid/me"
        )
        provider.quirks = [
            .noPKCE, .unboundCodes, .stateInTokenRequest, .success(member: "resultcode", value: "00"),
        ]
        provider.person = .userInfo
        provider.revocation = .request(
            RevocationRequest(
                .post,
                "https://nid.naver.com/oauth2.0/token",
                token: .form("access_token"),
                client: .form,
                parameters: ["grant_type": "delete", "service_provider": "NAVER"]
            )
        )
        provider.profile = ProfileMapping(
            subject: ["response.id"],
            // The address of contact: the person may set it to any.
            email: ["response.email"],
            verification: .never,
            fields: [
                .displayName: ["response.name", "response.nickname"], .nickName: ["response.nickname"],
                .photoURL: ["response.profile_image"],
            ]
        )
        return provider
    }()

    /// Source: https://developers.weixin.qq.com/doc/oplatform/en/Website_App/WeChat_Login/Wechat_Login.html.
    ///
    /// Errors come with status 200. `openid` names a person for one app, `unionid` for all apps of a developer.
    private static let weChat = {
        var provider = ProviderDefinition("wechat.com", "WeChat")
        provider.endpoints = ProviderEndpoints(
            authorization: "https://open.weixin.qq.com/connect/qrconnect",
            token: "https://api.weixin.qq.com/sns/oauth2/access_token",
            userInfo: "https://api.weixin.qq.com/sns/userinfo"
        )
        provider.scopes = ["snsapi_login"]
        provider.quirks = [
            .noPKCE, .unboundCodes, .clientParameters(id: "appid", secret: "secret"),
            .fragment("wechat_redirect"), .scopeSeparator(","), .tokenByGET,
            .userInfoByParameters(member: "openid"),
            .success(member: "errcode", value: "0"), .denialWithoutError,
        ]
        provider.person = .userInfo
        provider.profile = ProfileMapping(
            subject: ["unionid", "openid"],
            email: [],
            verification: .never,
            fields: [.displayName: ["nickname"], .photoURL: ["headimgurl"]]
        )
        return provider
    }()
}
