import CardeaSettings

/// Which passwords may be set.
package struct PasswordPolicy: Sendable, Equatable {
    package var minimumLength = 8
    package var rejectsCommon = true

    package init() {}

    static let settings: [Setting<Self>] = [
        Setting(
            "minimumLength",
            \.minimumLength,
            .range(1...4096),
            formerKey: "minimumPasswordLength",
            "The fewest characters of a new password."
        ),
        Setting(
            "rejectsCommon",
            \.rejectsCommon,
            formerKey: "rejectsCommonPasswords",
            "Whether the 3,000 most common passwords are rejected when a password is set."
        ),
    ]
}
