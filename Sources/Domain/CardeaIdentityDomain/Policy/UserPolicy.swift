import CardeaSettings

/// The settings of the end of users.
package struct UserPolicy: Sendable, Equatable {
    package var allowsSelfDeletion = true
    package var unusedAnonymousDays: Int?

    package init() {}

    static let settings: [Setting<Self>] = [
        Setting(
            "allowsSelfDeletion",
            \.allowsSelfDeletion,
            formerKey: "allowsSelfDeletion",
            "Whether users may delete themselves."
        ),
        Setting(
            "unusedAnonymousDays",
            \.unusedAnonymousDays,
            .time(in: .days, 1...3660),
            formerKey: "unusedAnonymousDays",
            isOverridable: false,
            "The days after which an anonymous user who neither signed in nor refreshed is deleted."
        ),
    ]
}
