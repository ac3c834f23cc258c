/// The text of messages for one purpose in one language, chosen by a project or a tenant.
///
/// Placeholders are replaced by values: `%APP_NAME%`, `%LINK%`, `%EMAIL%` and `%NEW_EMAIL%`.
package struct MailTemplate: Sendable, Equatable {
    package let purpose: MailPurpose
    /// A BCP 47 tag in lower case, such as `ja` or `pt-br`.
    package let language: String
    package let subject: String
    package let text: String
    /// `nil` for messages of text alone.
    package let html: String?

    package init(purpose: MailPurpose, language: String, subject: String, text: String, html: String?) {
        self.purpose = purpose
        self.language = language
        self.subject = subject
        self.text = text
        self.html = html
    }
}
