import CardeaSettings

/// How users may sign in.
package struct SignInPolicy: Sendable, Equatable {
    package var allowsPassword = true
    package var allowsAnonymous = true
    package var protectsEmailEnumeration = true

    package init() {}

    static let settings: [Setting<Self>] = [
        Setting(
            "allowsPassword",
            \.allowsPassword,
            formerKey: "allowsPasswordSignIn",
            "Whether users may sign in with e-mail address and password."
        ),
        Setting(
            "allowsAnonymous",
            \.allowsAnonymous,
            formerKey: "allowsAnonymousSignIn",
            "Whether users may sign in as guests."
        ),
        Setting(
            "protectsEmailEnumeration",
            \.protectsEmailEnumeration,
            formerKey: "protectsEmailEnumeration",
            "Whether responses hide which addresses have users. Users cannot change their address then; administrators can."
        ),
    ]
}
