import CardeaAdminAPI
import CardeaHTTPMessages
import FoundationEssentials

struct MailTemplateList: Command {
    static let name = "templates"
    static let summary = "Lists the texts of mails that a project has of its own."

    @OptionGroup var data = DataOptions()
    @OptionGroup var project = ProjectOptions()

    func run(_ console: Console) async throws {
        let response = try await Management.use(data, console) {
            try await $0.send(.get, "projects", project.project, "mailTemplates")
        }
        try print(response, json: project.json, console)
    }
}

struct MailTemplateSet: Command {
    static let name = "set-template"
    static let summary = "Replaces the text of a project's mails for one purpose in one language."
    static let discussion = """
        PURPOSE is password_reset, verify_email, email_sign_in, verify_and_change_email or recover_email.
        The texts contain %LINK%, and may contain %APP_NAME%, %EMAIL% and, for changes of the address, %NEW_EMAIL%.
        The files are UTF-8. In HTML the values are escaped. For example:

          cardea mail set-template password_reset fr 'Votre mot de passe' reset.txt --html reset.html
        """

    @Argument("The purpose.") var purpose = ""
    @Argument("The language, such as en or pt-br.") var language = ""
    @Argument("The subject.") var subject = ""
    @Argument("The file with the text.") var text = ""
    @Option("The file with the HTML.", value: "FILE") var html: String?
    @OptionGroup var data = DataOptions()
    @OptionGroup var project = ProjectOptions()

    func run(_ console: Console) async throws {
        let message = MailTemplateMessage(
            purpose: purpose,
            language: language,
            subject: subject,
            text: try Self.content(of: text),
            html: try html.map(Self.content)
        )
        let response = try await Management.use(data, console) {
            try await $0.send(
                .post,
                "projects",
                project.project,
                "mailTemplates",
                verb: "set",
                message: message
            )
        }
        try print(response, json: project.json, console)
    }

    private static func content(of file: String) throws(CommandFailure) -> String {
        guard let data = FileManager.default.contents(atPath: file),
            let text = String(data: data, encoding: .utf8)
        else { throw CommandFailure("\(file) cannot be read as UTF-8") }
        return text
    }
}

struct MailTemplateReset: Command {
    static let name = "reset-template"
    static let summary = "Brings the built-in text back."

    @Argument("The purpose.") var purpose = ""
    @Argument("The language.") var language = ""
    @OptionGroup var data = DataOptions()
    @OptionGroup var project = ProjectOptions()

    func run(_ console: Console) async throws {
        let name = MailTemplateNameMessage(purpose: purpose, language: language)
        let response = try await Management.use(data, console) {
            try await $0.send(
                .post,
                "projects",
                project.project,
                "mailTemplates",
                verb: "reset",
                message: name
            )
        }
        try print(response, json: project.json, console)
    }
}

private func print(_ response: AdminResponse, json: Bool, _ console: Console) throws {
    if json { return console.print(json: response.json) }
    let rows = try response.decode(MailTemplateListMessage.self).templates.map { template in
        [template.purpose, template.language, template.html == nil ? "text" : "text, HTML", template.subject]
    }
    console.print(Table.text([["PURPOSE", "LANGUAGE", "PARTS", "SUBJECT"]] + rows))
}
