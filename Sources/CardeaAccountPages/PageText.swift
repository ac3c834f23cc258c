import CardeaIdentityDomain

/// The texts of the pages in one language.
struct PageText: Sendable {
    struct Action: Sendable {
        let title: String
        /// The effect of the button in a sentence; `%` is the placeholder of an e-mail address.
        let question: String
        let button: String
        let doneTitle: String
        let done: String
    }

    let language: PageLanguage
    let passwordReset: Action
    let verifyEmail: Action
    let changeEmail: Action
    let recoverEmail: Action
    let signIn: Action
    let newPassword: String
    /// `%` is the placeholder of a number.
    let passwordTooShort: String
    let passwordTooCommon: String
    let passwordTooLong: String
    let passwordNeedsLowercase: String
    let passwordNeedsUppercase: String
    let passwordNeedsDigit: String
    let passwordNeedsSymbol: String
    /// For somebody who did not ask for the link.
    let notYou: String
    let continueToApp: String
    let openInApp: String
    let invalidTitle: String
    let invalid: String
    let incomplete: String
    let expired: String
    let disabled: String
    let emailTaken: String
    let notAllowed: String
    let signInFailedTitle: String
    let signInFailed: String
    /// For a response of a provider that has an error, and does not say which redirect it belongs to.
    let signInDeclined: String
    /// For a path without a page.
    let notFoundTitle: String
    let notFound: String
    let busyTitle: String
    let busy: String

    func action(_ purpose: ActionCode.Purpose) -> Action {
        switch purpose {
        case .passwordReset: passwordReset
        case .verifyEmail: verifyEmail
        case .emailSignIn: signIn
        case .verifyAndChangeEmail: changeEmail
        case .recoverEmail: recoverEmail
        }
    }

    func explanation(of requirement: PasswordRequirement) -> String {
        switch requirement {
        case .atLeast(let count): passwordTooShort.with("\(count)")
        case .atMost: passwordTooLong
        case .lowercase: passwordNeedsLowercase
        case .uppercase: passwordNeedsUppercase
        case .digit: passwordNeedsDigit
        case .symbol: passwordNeedsSymbol
        }
    }

    static func of(_ language: PageLanguage) -> PageText {
        switch language {
        case .english: .english
        case .japanese: .japanese
        case .chinese: .chinese
        case .traditionalChinese: .traditionalChinese
        case .korean: .korean
        case .german: .german
        }
    }
}

extension String {
    /// The text with a value instead of `%`.
    func with(_ value: String) -> String {
        guard let place = firstIndex(of: "%") else { return self }
        return self[..<place] + value + self[index(after: place)...]
    }
}
