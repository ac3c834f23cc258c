import CardeaSettings

/// The users who get refresh tokens, and the rotation of these.
package struct RefreshTokenPolicy: Sendable, Equatable {
    package var issued = true
    package var issuedToAnonymous = true
    package var grace = 10_000
    package var recoversLostResponses = true
    package var strictRotation = false

    package init() {}

    static let settings: [Setting<Self>] = [
        Setting(
            "issued",
            \.issued,
            formerKey: "issuesRefreshTokens",
            "Whether sign-ins receive refresh tokens."
        ),
        Setting(
            "issuedToAnonymous",
            \.issuedToAnonymous,
            formerKey: "issuesRefreshTokensToAnonymous",
            "Whether anonymous users receive refresh tokens too. Firebase's SDKs need them."
        ),
        Setting(
            "grace",
            \.grace,
            .time(in: .milliseconds, 0...600_000),
            formerKey: "refreshGrace",
            "The milliseconds in which two uses of one refresh token, both without an `Idempotency-Key`, get the same child. A shorter grace leaves a thief less time."
        ),
        Setting(
            "recoversLostResponses",
            \.recoversLostResponses,
            formerKey: "recoversLostRefreshes",
            "Whether an app without `Idempotency-Key` may repeat a refresh after the grace, if its response was lost."
        ),
        Setting(
            "strictRotation",
            \.strictRotation,
            formerKey: "strictRotation",
            "Whether a refresh token works exactly once: without a grace and without a late repetition."
        ),
    ]
}

extension RefreshTokenPolicy {
    /// The rules of the rotation.
    package var rotation: RotationPolicy {
        guard !strictRotation else { return .strict }
        return RotationPolicy(
            grace: TimeSpan(milliseconds: Int64(grace)),
            recoversLate: recoversLostResponses
        )
    }

    /// Whether a user's sign-ins receive refresh tokens (K3, K6).
    package func areIssued(to user: some TokenSubject) -> Bool {
        issued && (issuedToAnonymous || !user.isAnonymous)
    }
}

extension TokenPolicy {
    /// The lifetime of an access token for which this lifetime was asked.
    package func lifetime(asked: TimeSpan?) -> TimeSpan {
        min(asked ?? .seconds(Int64(accessTokenLifetime)), .seconds(Int64(accessTokenMaximumLifetime)))
    }
}
