import CardeaSettings

/// The settings of sign-ins.
package struct SignInPolicy: Sendable, Equatable {
    package var allowsPassword = true
    package var allowsAnonymous = true
    package var allowsEmailLink = true
    package var allowsPhone = true
    package var protectsEmailEnumeration = true
    package var allowsDuplicateEmails = false
    package var keepsProviderTokens = false

    package init() {}

    static let settings: [Setting<Self>] = [
        Setting(
            "allowsPassword",
            \.allowsPassword,
            formerKey: "allowsPasswordSignIn",
            "Whether users may sign in with a password: by e-mail address, user name or, at Kii Cloud's resource, phone number."
        ),
        Setting(
            "allowsAnonymous",
            \.allowsAnonymous,
            formerKey: "allowsAnonymousSignIn",
            "Whether users may sign in as guests."
        ),
        Setting(
            "allowsEmailLink",
            \.allowsEmailLink,
            "Whether users may sign in by a link that is sent to their e-mail address."
        ),
        Setting(
            "allowsPhone",
            \.allowsPhone,
            "Whether users may sign in by a code that is sent to their phone number. The server needs an SMS gateway. For passwords, see `signIn.allowsPassword`."
        ),
        Setting(
            "protectsEmailEnumeration",
            \.protectsEmailEnumeration,
            formerKey: "protectsEmailEnumeration",
            "Whether responses hide which addresses have users. Users cannot change their address then; administrators can."
        ),
        Setting(
            "allowsDuplicateEmails",
            \.allowsDuplicateEmails,
            "Whether users of different providers may have one e-mail address. Then a sign-in with a provider does not find users by the address, and creates users without one."
        ),
        Setting(
            "keepsProviderTokens",
            \.keepsProviderTokens,
            "Whether the access and refresh tokens of providers are stored, encrypted, for the app to use."
        ),
    ]
}
