import CardeaSettings

/// The project as messages to users name it.
package struct MailPolicy: Sendable, Equatable {
    package var appName: String?
    package var senderName: String?
    package var replyTo: String?
    package var language = "en"

    package init() {}

    static let settings: [Setting<Self>] = [
        Setting(
            "appName",
            \.appName,
            .name,
            "The name of the app in messages and on pages. Without it: the id of the project, and the host on pages."
        ),
        Setting(
            "senderName",
            \.senderName,
            .name,
            "The name of the sender. Without it: the name of the app."
        ),
        Setting(
            "replyTo",
            \.replyTo,
            SettingRule("an e-mail address") { $0.map { EmailAddress($0) != nil } ?? true },
            "The address that users reply to. Without it: that of the sender."
        ),
        Setting(
            "language",
            \.language,
            SettingRule("a language tag such as en or pt-br") { LanguageTag.isWellFormed($0) },
            "The language of messages if there is no text in the language of the request."
        ),
    ]
}
