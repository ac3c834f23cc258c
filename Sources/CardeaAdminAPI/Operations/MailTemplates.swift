import CardeaHTTPMessages
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaOperations

/// The texts of mails that a project has of its own.
extension AdminOperation {
    private static var templates: [String] { ["/projects/{project}/mailTemplates"] }

    static var listMailTemplates: Self {
        Operation(
            "mailTemplates.list",
            "Lists the texts of mails that a project has of its own.",
            .get,
            templates,
            errors: [.notFound]
        ) { (call, _: NoInput) in try await call.templates(of: try call.project.id) }
    }

    static var setMailTemplate: Self {
        Operation(
            "mailTemplates.set",
            "Replaces the text of mails for one purpose in one language, and lists all.",
            .post,
            templates.map { $0 + ":set" },
            errors: [.notFound]
        ) { (call, message: MailTemplateResource) in
            let project = try call.project.id
            try await call.services.mail.set(try message.template, of: project)
            return try await call.templates(of: project)
        }
    }

    static var resetMailTemplate: Self {
        Operation(
            "mailTemplates.reset",
            "Brings a built-in text back, and lists the others.",
            .post,
            templates.map { $0 + ":reset" },
            errors: [.notFound]
        ) { (call, message: MailTemplateName) in
            let project = try call.project.id
            try await call.services.mail.deleteTemplate(
                try message.purpose.required("purpose"),
                language: try message.language.required("language"),
                of: project
            )
            return try await call.templates(of: project)
        }
    }
}

extension AdminCall {
    fileprivate func templates(of project: ProjectID) async throws -> MailTemplateList {
        MailTemplateList(
            templates: try await services.mail.templates(of: project).map(MailTemplateResource.init)
        )
    }
}
