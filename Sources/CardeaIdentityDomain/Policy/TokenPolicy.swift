import CardeaSettings

/// How access tokens are signed, and how long they live.
package struct TokenPolicy: Sendable, Equatable {
    package enum SigningAlgorithm: String, Sendable, CaseIterable, SettingType {
        case es256 = "ES256"
        case rs256 = "RS256"
        case edDSA = "EdDSA"
    }

    package var issuer: String?
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
            "signingAlgorithm",
            \.signingAlgorithm,
            formerKey: "signingAlgorithm",
            isOverridable: false,
            "How access tokens are signed."
        ),
        Setting(
            "accessTokenLifetime",
            \.accessTokenLifetime,
            .range(1...Self.tenYears),
            formerKey: "accessTokenLifetime",
            "The lifetime of an access token in seconds, if the sign-in asks for no other."
        ),
        Setting(
            "accessTokenMaximumLifetime",
            \.accessTokenMaximumLifetime,
            .range(1...Self.tenYears),
            formerKey: "accessTokenMaximumLifetime",
            isOverridable: false,
            "The longest lifetime in seconds that a sign-in may ask for."
        ),
        Setting(
            "accessTokenDiesOnRefresh",
            \.accessTokenDiesOnRefresh,
            formerKey: "accessTokenDiesOnRefresh",
            "Whether this server rejects an access token after its session was refreshed. Other back ends accept it until it expires."
        ),
    ]

    /// In seconds.
    static let tenYears = 10 * 366 * 86_400
}
