extension ProjectSettings {
    /// The name of a setting that is out of its range; `nil` when all are good.
    package var firstInvalidSetting: String? {
        let ranges: [(String, Int, ClosedRange<Int>)] = [
            (
                "accessTokenLifetime", accessTokenLifetime,
                1...accessTokenMaximumLifetime.clamped(to: 1...tenYears)
            ),
            ("accessTokenMaximumLifetime", accessTokenMaximumLifetime, 1...tenYears),
            ("sessionLifetime", sessionLifetime ?? 1, 1...tenYears),
            ("refreshGrace", refreshGrace, 0...600_000),
            ("recentSignInWindow", recentSignInWindow, 0...tenYears),
            ("minimumPasswordLength", minimumPasswordLength, 1...4096),
            ("newAccountsPerAddress", newAccountsPerAddress, 0...1_000_000),
            ("sessionsPerUser", sessionsPerUser, 1...10_000),
            ("unusedAnonymousDays", unusedAnonymousDays ?? 1, 1...3660),
        ]
        return ranges.first { !$0.2.contains($0.1) }?.0
    }

    private var tenYears: Int { 10 * 366 * 86_400 }

    /// How refresh tokens of this project rotate.
    package var rotationPolicy: RotationPolicy {
        guard !strictRotation else { return .strict }
        let grace = TimeSpan(milliseconds: Int64(refreshGrace))
        return RotationPolicy(grace: grace, recoversLate: recoversLostRefreshes)
    }

    /// Whether a user's sign-ins receive refresh tokens (K3, K6).
    package func issuesRefreshTokens(to user: some TokenSubject) -> Bool {
        issuesRefreshTokens && (issuesRefreshTokensToAnonymous || !user.isAnonymous)
    }

    /// How long an access token lives for which this lifetime was asked.
    package func accessTokenLifetime(asked: TimeSpan?) -> TimeSpan {
        min(
            asked ?? .seconds(Int64(accessTokenLifetime)),
            .seconds(Int64(accessTokenMaximumLifetime))
        )
    }
}

extension Int {
    fileprivate func clamped(to range: ClosedRange<Int>) -> Int {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}

extension ProjectID {
    /// Whether this can name a project in URLs: 1 to 63 of `a`–`z`, `0`–`9` and `-`, beginning with a letter.
    package var isWellFormed: Bool {
        let bytes = Array(rawValue.utf8)
        guard (1...63).contains(bytes.count), (97...122).contains(bytes[0]) else { return false }
        return bytes.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 }
    }
}
