import CardeaEncodings
import CardeaHTML
import CardeaIdentityDomain

/// The texts of the pages in one language.
struct PageText: Sendable {
    /// A text of the pages.
    enum Key: String, CaseIterable, Sendable {
        case passwordResetTitle = "passwordReset.title"
        case passwordResetText = "passwordReset.text"
        case passwordResetButton = "passwordReset.button"
        case passwordResetDoneTitle = "passwordReset.doneTitle"
        case passwordResetDone = "passwordReset.done"
        case passwordResetNote = "passwordReset.note"
        case verifyEmailTitle = "verifyEmail.title"
        case verifyEmailText = "verifyEmail.text"
        case verifyEmailButton = "verifyEmail.button"
        case verifyEmailDoneTitle = "verifyEmail.doneTitle"
        case verifyEmailDone = "verifyEmail.done"
        case verifyEmailNote = "verifyEmail.note"
        case changeEmailTitle = "changeEmail.title"
        case changeEmailText = "changeEmail.text"
        case changeEmailButton = "changeEmail.button"
        case changeEmailDoneTitle = "changeEmail.doneTitle"
        case changeEmailDone = "changeEmail.done"
        case changeEmailNote = "changeEmail.note"
        case recoverEmailTitle = "recoverEmail.title"
        case recoverEmailText = "recoverEmail.text"
        case recoverEmailButton = "recoverEmail.button"
        case recoverEmailDoneTitle = "recoverEmail.doneTitle"
        case recoverEmailDone = "recoverEmail.done"
        case recoverEmailNote = "recoverEmail.note"
        case signInTitle = "signIn.title"
        case signInText = "signIn.text"
        case signInNote = "signIn.note"
        case recoveryTitle = "recovery.title"
        case recoveryInApp = "recovery.inApp"
        case recoveryInvalid = "recovery.invalid"
        case account
        case newPassword
        case ruleLength
        case ruleCommon
        case ruleLowercase
        case ruleUppercase
        case ruleDigit
        case ruleSymbol
        case passwordTooShort
        case passwordTooCommon
        case passwordTooLong
        case passwordNeedsLowercase
        case passwordNeedsUppercase
        case passwordNeedsDigit
        case passwordNeedsSymbol
        case continueTo
        case leadsTo
        case openInApp
        case alreadyUsed
        case errorTitle
        case invalidTitle
        case invalid
        case incomplete
        case expired
        case disabled
        case emailTaken
        case notAllowed
        case signInFailedTitle
        case signInFailed
        case signInDeclined
        case notFoundTitle
        case notFound
        case busyTitle
        case busy
    }

    static let english = builtIn("en")

    /// The language, as a BCP 47 tag.
    let language: String
    private let texts: [Key: Message]

    init(_ language: String, _ texts: [Key: Message]) {
        self.language = language
        self.texts = texts
    }

    /// The texts of a file of the program.
    static func builtIn(_ language: String) -> PageText {
        let texts = try? catalogue(EmbeddedFile.bytes(of: "texts/\(language).json"))
        return PageText(language, texts ?? [:])
    }

    /// The texts of a document by their keys.
    ///
    /// - Parameter document: JSON: an object whose members are texts, or objects of texts by the forms of the plural.
    /// - Returns: The texts.
    /// - Throws: `CatalogueError`, which says what is wrong.
    static func catalogue(_ document: [UInt8]) throws(CatalogueError) -> [Key: Message] {
        guard let members = (try? JSONValue(reading: document))?.object else {
            throw CatalogueError("is not a JSON object of texts")
        }
        var texts: [Key: Message] = [:]
        for (name, value) in members {
            guard let key = Key(rawValue: name) else {
                throw CatalogueError("'\(name)' is not the key of a text")
            }
            guard value.object == nil || key.placeholder == .count else {
                throw CatalogueError("'\(name)' must be text, and not empty")
            }
            texts[key] = try Message(value, of: name, read: key.template)
        }
        return texts
    }

    /// A text; the English one if a file of the operator leaves it out.
    subscript(key: Key) -> String { self[key, ""] }

    /// A text with a value in the place of its placeholder.
    subscript(key: Key, value: String) -> String { message(key)?.text { _ in value } ?? key.rawValue }

    /// A text with a number in the place of its placeholder.
    subscript(key: Key, count: Int) -> String {
        let form = Message.Form(of: count, in: texts[key] == nil ? "en" : language)
        return message(key)?.text(form) { _ in "\(count)" } ?? key.rawValue
    }

    private func message(_ key: Key) -> Message? { texts[key] ?? Self.english.texts[key] }
}

extension PageText.Key {
    /// A value in a text, by its name between two `%`.
    enum Placeholder: String {
        case appName = "APP_NAME"
        case host = "HOST"
        case count = "COUNT"
        case title = "TITLE"
    }

    /// The value that the text must have.
    var placeholder: Placeholder? {
        switch self {
        case .account, .continueTo: .appName
        case .leadsTo: .host
        case .ruleLength, .passwordTooShort: .count
        case .errorTitle: .title
        default: nil
        }
    }

    /// Reads one form of the text; `%` alone is the former placeholder.
    fileprivate func template(_ text: String) throws(CatalogueError) -> TemplateText {
        let marks = text.utf8.count { $0 == UInt8(ascii: "%") }
        guard let name = placeholder?.rawValue else {
            if marks > 0 { throw CatalogueError("'\(rawValue)' must have no %") }
            return TemplateText(text)
        }
        let template = TemplateText(marks == 1 ? text.replacing("%", with: "%\(name)%") : text)
        guard template.placeholders == [name], marks < 3 else {
            throw CatalogueError("'\(rawValue)' must have one %\(name)%, the place of a value")
        }
        return template
    }
}

extension PageText {
    /// The texts of what one kind of link does.
    struct Action {
        let title, text, button, doneTitle, done, note: Key
    }

    static func action(_ purpose: ActionCode.Purpose) -> Action {
        switch purpose {
        case .passwordReset:
            Action(
                title: .passwordResetTitle,
                text: .passwordResetText,
                button: .passwordResetButton,
                doneTitle: .passwordResetDoneTitle,
                done: .passwordResetDone,
                note: .passwordResetNote
            )
        case .verifyEmail:
            Action(
                title: .verifyEmailTitle,
                text: .verifyEmailText,
                button: .verifyEmailButton,
                doneTitle: .verifyEmailDoneTitle,
                done: .verifyEmailDone,
                note: .verifyEmailNote
            )
        case .verifyAndChangeEmail:
            Action(
                title: .changeEmailTitle,
                text: .changeEmailText,
                button: .changeEmailButton,
                doneTitle: .changeEmailDoneTitle,
                done: .changeEmailDone,
                note: .changeEmailNote
            )
        case .recoverEmail:
            Action(
                title: .recoverEmailTitle,
                text: .recoverEmailText,
                button: .recoverEmailButton,
                doneTitle: .recoverEmailDoneTitle,
                done: .recoverEmailDone,
                note: .recoverEmailNote
            )
        case .emailSignIn:
            // The app ends the sign-in, not the page.
            Action(
                title: .signInTitle,
                text: .signInText,
                button: .continueTo,
                doneTitle: .signInTitle,
                done: .signInText,
                note: .signInNote
            )
        }
    }

    /// The rule that a password must follow, before somebody breaks it.
    func rule(_ requirement: PasswordRequirement) -> String? {
        switch requirement {
        case .atLeast(let count): self[.ruleLength, count]
        case .atMost: nil
        case .lowercase: self[.ruleLowercase]
        case .uppercase: self[.ruleUppercase]
        case .digit: self[.ruleDigit]
        case .symbol: self[.ruleSymbol]
        }
    }

    /// The error of a password that breaks a rule.
    func error(_ requirement: PasswordRequirement) -> String {
        switch requirement {
        case .atLeast(let count): self[.passwordTooShort, count]
        case .atMost: self[.passwordTooLong]
        case .lowercase: self[.passwordNeedsLowercase]
        case .uppercase: self[.passwordNeedsUppercase]
        case .digit: self[.passwordNeedsDigit]
        case .symbol: self[.passwordNeedsSymbol]
        }
    }
}
