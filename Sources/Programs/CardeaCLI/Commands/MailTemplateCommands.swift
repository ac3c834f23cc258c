import CardeaAdminAPI
import CardeaHTTPMessages
import CardeaIdentityDomain

struct MailTemplateList: ManagementCommand {
    static let name = "templates"
    static let summary = "Lists the mail texts that a project or a tenant has replaced."

    @OptionGroup var options = PoolOptions()

    var request: AdminRequest<CardeaAdminAPI.MailTemplateList> { .get(options.path("mailTemplates")) }
}

struct MailTemplateShow: ManagementCommand {
    static let name = "show"
    static let summary =
        "Shows the text of mails for one purpose: one of the tenant or the project, or the built-in one."
    static let discussion = """
        With --preview, the mail is as a user gets it, with example values. For example, to see it in a browser:

          cardea mail show password_reset --preview --html > mail.html
        """

    @Argument("The purpose.") var purpose = MailPurpose.passwordReset
    @Option("The language, such as en or pt-br (default: that of the project).", value: "TAG")
    var language: String?
    @Flag("Shows the mail with the values of an example.") var preview
    @Flag("Shows the HTML only.") var html
    @OptionGroup var options = PoolOptions()

    var request: AdminRequest<MailTemplateResource> {
        .get(
            options.path("mailTemplates", purpose.rawValue),
            query: [("language", language), ("preview", preview ? "true" : nil)]
        )
    }

    func text(of template: MailTemplateResource) throws -> TerminalText {
        if html {
            guard let html = template.html else { throw CommandFailure("the text has no HTML") }
            return TerminalText(lines: html)
        }
        return TerminalText(
            lines:
                "Subject: \(template.subject ?? "")\nLanguage: \(template.language ?? "")\n\n\(template.text ?? "")"
        )
    }
}

struct MailTemplateSet: ManagementCommand {
    static let name = "set-template"
    static let summary = "Replaces the text of mails for one purpose in one language."
    static let discussion = """
        PURPOSE is password_reset, verify_email, email_sign_in, verify_and_change_email or recover_email.
        The texts contain %LINK%, and may contain %APP_NAME%, %EMAIL%, %LIFETIME% and, for changes of the address, %NEW_EMAIL%.
        Without its own text, a tenant uses that of its project. The files are UTF-8. In HTML the values are escaped. For example:

          cardea mail set-template password_reset fr 'Votre mot de passe' reset.txt --html reset.html
        """

    @Argument("The purpose.") var purpose = MailPurpose.passwordReset
    @Argument("The language, such as en or pt-br.") var language = ""
    @Argument("The subject.") var subject = ""
    @Argument("The file with the text.") var text = ""
    @Option("The file with the HTML.", value: "FILE") var html: String?
    @OptionGroup var options = PoolOptions()

    var request: AdminRequest<CardeaAdminAPI.MailTemplateList> {
        get throws {
            var template = MailTemplateResource()
            template.purpose = purpose
            template.language = language
            template.subject = subject
            template.text = try NamedFile.text(text, of: "TEXT")
            template.html = try html.map { try NamedFile.text($0, of: "--html") }
            return .post(options.path("mailTemplates"), verb: "set", template)
        }
    }
}

struct MailTemplateReset: ManagementCommand, IrreversibleCommand {
    static let name = "reset-template"
    static let summary = "Deletes a text, so that the project's or the built-in one is used again."

    @Argument("The purpose.") var purpose = MailPurpose.passwordReset
    @Argument("The language.") var language = ""
    @OptionGroup var confirmation = Confirmation()
    @OptionGroup var options = PoolOptions()

    var loss: TerminalText? {
        "The text for \(purpose.rawValue) in the language \(language) will be deleted."
    }

    var request: AdminRequest<CardeaAdminAPI.MailTemplateList> {
        var name = MailTemplateName()
        name.purpose = purpose
        name.language = language
        return .post(options.path("mailTemplates"), verb: "reset", name)
    }
}

extension CardeaAdminAPI.MailTemplateList: Printable {
    var text: TerminalText {
        Table.list(
            "replaced texts",
            ["PURPOSE", "LANGUAGE", "PARTS", "SUBJECT"],
            templates.map { template in
                let parts = template.html == nil ? "text" : "text, HTML"
                return [template.purpose?.rawValue, template.language, parts, template.subject]
            }
        )
    }
}
