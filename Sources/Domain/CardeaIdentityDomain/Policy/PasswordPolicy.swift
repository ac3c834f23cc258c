import CardeaSettings

/// Which passwords may be set.
package struct PasswordPolicy: Sendable, Equatable {
    package var minimumLength = 8
    package var maximumLength = 4096
    package var requiresLowercase = false
    package var requiresUppercase = false
    package var requiresDigit = false
    package var requiresSymbol = false
    package var enforced = true
    package var checkedAtSignIn = false
    package var rejectsCommon = true

    package init() {}

    static let settings: [Setting<Self>] = [
        Setting(
            "minimumLength",
            \.minimumLength,
            .range(1...4096),
            formerKey: "minimumPasswordLength",
            "The smallest number of characters of a new password."
        ),
        Setting(
            "maximumLength",
            \.maximumLength,
            .range(6...4096),
            "The largest number of characters of a new password. It has at most 4096 bytes in any case."
        ),
        Setting("requiresLowercase", \.requiresLowercase, "Whether a new password needs a small letter."),
        Setting("requiresUppercase", \.requiresUppercase, "Whether a new password needs a capital letter."),
        Setting("requiresDigit", \.requiresDigit, "Whether a new password needs a digit."),
        Setting(
            "requiresSymbol",
            \.requiresSymbol,
            "Whether a new password needs a punctuation mark or another symbol of ASCII."
        ),
        Setting(
            "enforced",
            \.enforced,
            "Whether the settings above apply. Otherwise a new password needs six characters, or `minimumLength` if that is fewer."
        ),
        Setting(
            "checkedAtSignIn",
            \.checkedAtSignIn,
            "Whether a sign-in with a password that breaks the settings above is rejected until the user has reset it."
        ),
        Setting(
            "rejectsCommon",
            \.rejectsCommon,
            formerKey: "rejectsCommonPasswords",
            "Whether the 3,000 most common passwords are rejected when a password is set."
        ),
    ]
}
