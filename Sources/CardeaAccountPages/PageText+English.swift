extension PageText {
    static let english = PageText(
        language: .english,
        passwordReset: Action(
            title: "Choose a new password",
            question: "This is for the account %. All devices will be signed out.",
            button: "Save the password",
            doneTitle: "Your password is changed",
            done: "Your password is changed. You can sign in with it now."
        ),
        verifyEmail: Action(
            title: "Confirm your e-mail address",
            question: "Do you confirm that % is your address, and that the account with it is yours?",
            button: "Confirm",
            doneTitle: "Your e-mail address is confirmed",
            done: "Your e-mail address is confirmed."
        ),
        changeEmail: Action(
            title: "Change your e-mail address",
            question: "% will be the new address of your account. All devices will be signed out.",
            button: "Change the address",
            doneTitle: "Your e-mail address is changed",
            done: "Your e-mail address is changed. Sign in with the new address."
        ),
        recoverEmail: Action(
            title: "Restore your e-mail address",
            question: "% will be the address of your account again. All devices will be signed out.",
            button: "Restore the address",
            doneTitle: "Your e-mail address is restored",
            done:
                "Your former address is restored. Choose a new password now, in case somebody knows the old one."
        ),
        signIn: Action(
            title: "Sign in",
            question: "Continue in the app to sign in.",
            button: "Go on",
            doneTitle: "",
            done: ""
        ),
        newPassword: "New password",
        passwordTooShort: "The password must have % characters or more.",
        passwordTooCommon: "This password is one of the most common ones. Choose another.",
        passwordTooLong: "The password is too long.",
        passwordNeedsLowercase: "The password needs a small letter.",
        passwordNeedsUppercase: "The password needs a capital letter.",
        passwordNeedsDigit: "The password needs a digit.",
        passwordNeedsSymbol: "The password needs a symbol such as ! or -.",
        notYou: "If you did not ask for this, close this page. Nothing will change.",
        continueToApp: "Go on",
        openInApp: "Open this link on the device on which you asked for it.",
        invalidTitle: "This link does not work",
        invalid: "The link was used, or it is not valid any more. Ask for a new link in the app.",
        incomplete: "The link is incomplete. Open it again from the e-mail, or copy all of it.",
        expired: "The link has expired. Ask for a new link in the app.",
        disabled: "This account is disabled.",
        emailTaken: "Another account has this e-mail address.",
        notAllowed: "This is not possible for this account.",
        signInFailedTitle: "You are not signed in",
        signInFailed: "Go back to the app and try again. Finish in this browser, within 15 minutes.",
        signInDeclined:
            "You did not finish the sign-in at the provider, or it rejected you. Go back to the app. There you can try again.",
        notFoundTitle: "There is no page here",
        notFound: "This server signs people in to apps. Open your app, or check the address.",
        busyTitle: "Please try again later",
        busy: "The server cannot do this at the moment. Nothing was changed."
    )
}
