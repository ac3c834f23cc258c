import CardeaSettings

/// The lifetime of sessions, and the number that a user may have.
package struct SessionPolicy: Sendable, Equatable {
    package var lifetime: Int?
    package var recentSignInWindow = 300
    package var maximumPerUser = 100

    package init() {}

    static let settings: [Setting<Self>] = [
        Setting(
            "lifetime",
            \.lifetime,
            .time(in: .seconds, 1...TokenPolicy.tenYears),
            formerKey: "sessionLifetime",
            "The seconds from a sign-in to the end of its session."
        ),
        Setting(
            "recentSignInWindow",
            \.recentSignInWindow,
            .time(in: .seconds, 0...TokenPolicy.tenYears),
            formerKey: "recentSignInWindow",
            "The seconds in which a sign-in counts as recent, as sensitive operations demand."
        ),
        Setting(
            "maximumPerUser",
            \.maximumPerUser,
            .range(1...10_000),
            formerKey: "sessionsPerUser",
            "The largest number of sessions of one user. A new one ends the one that was unused for longest. Use is a sign-in, a refresh, or a request to this server with a token, such as an introspection."
        ),
    ]
}
