import CardeaSettings

/// The signatures of access tokens, and their lifetime.
package struct TokenPolicy: Sendable, Equatable {
    package enum SigningAlgorithm: String, Sendable, CaseIterable, SettingType {
        case es256 = "ES256"
        case rs256 = "RS256"
        case edDSA = "EdDSA"
    }

    package var issuer: String?
    package var audience: String?
    package var signingAlgorithm = SigningAlgorithm.es256
    package var accessTokenLifetime = 3600
    package var accessTokenMaximumLifetime = 86_400
    package var accessTokenDiesOnRefresh = false

    package init() {}

    static let settings: [Setting<Self>] = [
        Setting(
            "issuer",
            \.issuer,
            .name,
            formerKey: "issuer",
            isOverridable: false,
            "The `iss` of the tokens. Without it: the server's address and the project's id."
        ),
        Setting(
            "audience",
            \.audience,
            SettingRule("an absolute URI without a fragment") { $0.map(Self.isResource) ?? true },
            isOverridable: false,
            "The `aud` of OAuth access tokens (RFC 9068). Without it: the server's address and the project's id."
        ),
        Setting(
            "signingAlgorithm",
            \.signingAlgorithm,
            formerKey: "signingAlgorithm",
            isOverridable: false,
            "How access tokens are signed."
        ),
        Setting(
            "accessTokenLifetime",
            \.accessTokenLifetime,
            .time(in: .seconds, 1...Self.tenYears),
            formerKey: "accessTokenLifetime",
            "The lifetime of an access token in seconds, if the sign-in requests no other."
        ),
        Setting(
            "accessTokenMaximumLifetime",
            \.accessTokenMaximumLifetime,
            .time(in: .seconds, 1...Self.tenYears),
            formerKey: "accessTokenMaximumLifetime",
            isOverridable: false,
            "The longest lifetime in seconds that a sign-in may request."
        ),
        Setting(
            "accessTokenDiesOnRefresh",
            \.accessTokenDiesOnRefresh,
            formerKey: "accessTokenDiesOnRefresh",
            "Whether this server rejects an access token after its session was refreshed. Other back ends accept it until it expires."
        ),
    ]

    /// Whether a text is an absolute URI without a fragment (RFC 8707 §2).
    ///
    /// So the audience of an access token is never that of an ID token: the ID of a project has no colon.
    private static func isResource(_ text: String) -> Bool {
        let parts = text.split(separator: ":", maxSplits: 1)
        return parts.count == 2 && parts[0].first?.isLetter == true
            && parts[0].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
            && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") }
    }

    /// In seconds.
    static let tenYears = 10 * 366 * 86_400
}
