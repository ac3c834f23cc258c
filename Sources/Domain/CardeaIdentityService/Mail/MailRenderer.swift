import CardeaEncodings
package import CardeaIdentityDomain
package import CardeaSecrets

/// Creates the text of a message from a template.
package struct MailRenderer: Sendable {
    private let project: ProjectID
    private let policy: MailPolicy
    private let templates: [MailTemplate]

    /// - Parameters:
    ///   - project: The project.
    ///   - policy: The settings of the user pool.
    ///   - templates: The templates of the tenant, then those of the project; the built-in ones are used for the rest.
    package init(_ project: ProjectID, _ policy: MailPolicy, templates: [MailTemplate]) {
        self.project = project
        self.policy = policy
        self.templates = templates
    }

    private var appName: String { policy.appName ?? project.rawValue }

    package func render(_ mail: Mail, link: Secret) -> OutgoingMail {
        let template = template(mail.purpose, mail.language)
        let value = { (name: String) -> String? in
            switch MailTemplate.Placeholder(rawValue: name) {
            case .appName: appName
            case .link: link.reveal()
            case .email: mail.email.description
            case .newEmail: mail.newEmail?.description
            case .lifetime: MailTexts.words(of: mail.expiresAt - mail.createdAt, in: template.language)
            case nil: nil
            }
        }
        return OutgoingMail(
            id: mail.id,
            senderName: policy.senderName ?? appName,
            replyTo: policy.replyTo.flatMap { EmailAddress($0) },
            recipient: mail.recipient,
            language: template.language,
            subject: TemplateText(template.subject).filled(value),
            text: TemplateText(template.text).filled(value),
            html: template.html.map { TemplateText($0).filled { value($0).map(HTMLEscaping.escape) } },
            createdAt: mail.createdAt
        )
    }

    /// The template for a language: the tenant's, the project's or the built-in one for it, then those of the policy's
    /// language.
    func template(_ purpose: MailPurpose, _ language: String?) -> MailTemplate {
        for tag in [language, policy.language].compactMap(\.self).map(LanguageTag.lookupOrder).joined() {
            if let own = templates.first(where: { $0.purpose == purpose && $0.language.exact == tag.exact }) {
                return own
            }
            if let builtIn = MailTexts.builtIn[tag.exact] { return builtIn.template(purpose) }
        }
        return MailTexts.english.template(purpose)
    }
}
