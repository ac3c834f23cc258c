import CardeaSettings

/// The lifetime of sessions, and the number that a user may have.
package struct SessionPolicy: Sendable, Equatable {
    /// The effect of a sign-in beyond a limit.
    package enum AtLimit: String, Sendable, CaseIterable, SettingType {
        /// The session that was unused for longest ends.
        case evict
        /// The sign-in is rejected.
        case reject
    }

    package var lifetime: Int?
    package var idleLifetime: Int?
    package var recentSignInWindow = 300
    package var maximumPerUser = 100
    package var maximumPerApp: Int?
    package var maximumPerClass: Int?
    package var maximumClaim: String?
    package var atLimit = AtLimit.evict

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
            "idleLifetime",
            \.idleLifetime,
            .time(in: .seconds, 60...TokenPolicy.tenYears),
            "The seconds after which a session ends that is not used. Use is a sign-in, a refresh, or a request to this server with a token, to within 5 minutes."
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
        Setting(
            "maximumPerApp",
            \.maximumPerApp,
            .range(1...1_000),
            "The largest number of sessions of one user in one app."
        ),
        Setting(
            "maximumPerClass",
            \.maximumPerClass,
            .range(1...1_000),
            "The largest number of sessions of one user on devices of one class: phone, tablet, desktop, web, tv, watch, other. The app names the class (`Cardea-Device`); otherwise the program does (`User-Agent`)."
        ),
        Setting(
            "maximumClaim",
            \.maximumClaim,
            "The custom claim of a user, a whole number, that replaces `sessions.maximumPerUser` for this user."
        ),
        Setting(
            "atLimit",
            \.atLimit,
            "The effect of a sign-in beyond a limit: it ends the session that was unused for longest (`evict`), or is rejected (`reject`). A further sign-in of one app on one device takes the place of the former one."
        ),
    ]
}
