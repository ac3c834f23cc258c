import CardeaIdentityDomain

extension BuiltInMail {
    @Sendable static func englishText(_ purpose: MailPurpose) -> BuiltInMail {
        switch purpose {
        case .passwordReset:
            BuiltInMail(
                subject: "Reset your password for %APP_NAME%",
                before: [
                    "Hello,",
                    "Follow this link to reset the %APP_NAME% password of your account %EMAIL%.",
                ],
                label: "Reset password",
                after: [
                    "If you did not ask to reset your password, you can ignore this message.",
                    "Thanks,\nYour %APP_NAME% team",
                ]
            )
        case .verifyEmail:
            BuiltInMail(
                subject: "Verify your e-mail address for %APP_NAME%",
                before: [
                    "Hello,",
                    "Follow this link to verify your e-mail address %EMAIL%.",
                ],
                label: "Verify e-mail address",
                after: [
                    "If you did not ask to verify this address, do not follow the link: another person may have used the address for an account.",
                    "The link only confirms the address. It does not end that person's access to the account. To take the account over, reset its password instead.",
                    "Thanks,\nYour %APP_NAME% team",
                ]
            )
        case .emailSignIn:
            BuiltInMail(
                subject: "Sign in to %APP_NAME%",
                before: [
                    "Hello,",
                    "We received a request to sign in to %APP_NAME% with this e-mail address, %EMAIL%. Follow this link to sign in.",
                ],
                label: "Sign in",
                after: [
                    "If you did not ask for this link, you can ignore this message.",
                    "Thanks,\nYour %APP_NAME% team",
                ]
            )
        case .verifyAndChangeEmail:
            BuiltInMail(
                subject: "Verify your new e-mail address for %APP_NAME%",
                before: [
                    "Hello,",
                    "Follow this link to change the e-mail address of your account from %EMAIL% to %NEW_EMAIL%.",
                ],
                label: "Verify new e-mail address",
                after: [
                    "If you did not ask for this change, you can ignore this message.",
                    "Thanks,\nYour %APP_NAME% team",
                ]
            )
        case .recoverEmail:
            BuiltInMail(
                subject: "Your e-mail address for %APP_NAME% was changed",
                before: [
                    "Hello,",
                    "The e-mail address of your %APP_NAME% account was changed from %EMAIL% to %NEW_EMAIL%. If you did not ask for this change, follow this link to restore your e-mail address.",
                ],
                label: "Restore e-mail address",
                after: [
                    "If you changed the address yourself, you can ignore this message.",
                    "Thanks,\nYour %APP_NAME% team",
                ]
            )
        }
    }
}
