/// What an administrator may choose for a project.
///
/// It is stored as one JSON document. What a document does not say has its default; what is unknown is refused.
package struct ProjectSettings: Sendable, Equatable, Codable {
    package enum SigningAlgorithm: String, Sendable, Codable, CaseIterable {
        case es256 = "ES256"
        case rs256 = "RS256"
        case edDSA = "EdDSA"
    }

    /// The `iss` of the tokens; `nil` for the server's own address followed by `/<project>`.
    package var issuer: String?
    /// How new access tokens are signed.
    package var signingAlgorithm = SigningAlgorithm.es256
    /// Seconds that an access token lives when the sign-in asks for nothing (K6).
    package var accessTokenLifetime = 3600
    /// Seconds that a sign-in may ask for at the most (K6).
    package var accessTokenMaximumLifetime = 86_400
    /// Whether sign-ins receive refresh tokens (K6).
    package var issuesRefreshTokens = true
    /// Whether anonymous users receive refresh tokens too (K3); Firebase's client SDKs cannot do without.
    package var issuesRefreshTokensToAnonymous = true
    /// Seconds from sign-in to the end of a session; `nil` for no end (K5).
    package var sessionLifetime: Int?
    /// Whether this server refuses access tokens of an older generation than the session's (K2).
    package var accessTokenDiesOnRefresh = false
    /// Milliseconds in which two uses of one refresh token, both without an `Idempotency-Key`, get the same child.
    package var refreshGrace = 10_000
    /// Whether an app that sends no `Idempotency-Key` may ask again after the grace, its answer having been lost;
    /// off where short tokens are exchanged old for new (X3).
    package var recoversLostRefreshes = true
    /// Whether a refresh token is good for one use to the letter: no grace, no late recovery.
    package var strictRotation = false
    /// Seconds for which a sign-in counts as recent (U10).
    package var recentSignInWindow = 300
    package var allowsPasswordSignIn = true
    package var allowsAnonymousSignIn = true
    /// Whether end users may sign up by themselves (U11).
    package var allowsSelfSignUp = true
    /// Whether end users may delete their own account (U11).
    package var allowsSelfDeletion = true
    /// Whether responses hide which e-mail addresses have accounts; users cannot change their address directly then.
    package var protectsEmailEnumeration = true
    /// The fewest characters of a new password.
    package var minimumPasswordLength = 8
    /// Whether the most common passwords are rejected when a password is set.
    package var rejectsCommonPasswords = true
    /// The most accounts that users of one network address may create in an hour; 0 for no limit.
    package var newAccountsPerAddress = 1000
    /// The most sessions of one user; a new one ends the one that was unused for longest.
    package var sessionsPerUser = 100
    /// Days after which an anonymous user who did nothing is deleted; `nil` for never.
    package var unusedAnonymousDays: Int?

    package init() {}
}

extension ProjectSettings {
    private struct AnyKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Reads settings: what is not said has its default, what is not known is an error.
    package init(from decoder: any Decoder) throws {
        let names = try decoder.container(keyedBy: AnyKey.self).allKeys
        if let unknown = names.first(where: { CodingKeys(stringValue: $0.stringValue) == nil }) {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath,
                    debugDescription: "unknown setting \(unknown.stringValue)"
                )
            )
        }
        self.init()
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func read<Value: Decodable>(_ key: CodingKeys, into value: inout Value) throws {
            value = try values.decodeIfPresent(Value.self, forKey: key) ?? value
        }
        issuer = try values.decodeIfPresent(String.self, forKey: .issuer)
        sessionLifetime = try values.decodeIfPresent(Int.self, forKey: .sessionLifetime)
        unusedAnonymousDays = try values.decodeIfPresent(Int.self, forKey: .unusedAnonymousDays)
        try read(.signingAlgorithm, into: &signingAlgorithm)
        try read(.accessTokenLifetime, into: &accessTokenLifetime)
        try read(.accessTokenMaximumLifetime, into: &accessTokenMaximumLifetime)
        try read(.issuesRefreshTokens, into: &issuesRefreshTokens)
        try read(.issuesRefreshTokensToAnonymous, into: &issuesRefreshTokensToAnonymous)
        try read(.accessTokenDiesOnRefresh, into: &accessTokenDiesOnRefresh)
        try read(.refreshGrace, into: &refreshGrace)
        try read(.recoversLostRefreshes, into: &recoversLostRefreshes)
        try read(.strictRotation, into: &strictRotation)
        try read(.recentSignInWindow, into: &recentSignInWindow)
        try read(.allowsPasswordSignIn, into: &allowsPasswordSignIn)
        try read(.allowsAnonymousSignIn, into: &allowsAnonymousSignIn)
        try read(.allowsSelfSignUp, into: &allowsSelfSignUp)
        try read(.allowsSelfDeletion, into: &allowsSelfDeletion)
        try read(.protectsEmailEnumeration, into: &protectsEmailEnumeration)
        try read(.minimumPasswordLength, into: &minimumPasswordLength)
        try read(.rejectsCommonPasswords, into: &rejectsCommonPasswords)
        try read(.newAccountsPerAddress, into: &newAccountsPerAddress)
        try read(.sessionsPerUser, into: &sessionsPerUser)
    }
}
