import CardeaHTTPMessages
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaOperations

/// The texts of mails that a project or a tenant has of its own.
extension AdminOperation {
    private static var templates: [String] {
        ["/projects/{project}/mailTemplates", "/projects/{project}/tenants/{tenant}/mailTemplates"]
    }

    static var listMailTemplates: Self {
        Operation(
            "mailTemplates.list",
            "Lists the mail texts that a project or a tenant has replaced.",
            .get,
            templates,
            errors: [.notFound]
        ) { (call, _: NoInput) in try await call.templates(of: try call.pool) }
    }

    static var setMailTemplate: Self {
        Operation(
            "mailTemplates.set",
            "Replaces the text of mails for one purpose in one language, and lists all.",
            .post,
            templates.map { $0 + ":set" },
            errors: [.notFound]
        ) { (call, message: MailTemplateResource) in
            let pool = try call.pool
            try await call.services.outbox.set(try message.template, of: pool)
            return try await call.templates(of: pool)
        }
    }

    static var resetMailTemplate: Self {
        Operation(
            "mailTemplates.reset",
            "Deletes a text, so that the project's or the built-in one is used again, and lists the others.",
            .post,
            templates.map { $0 + ":reset" },
            errors: [.notFound]
        ) { (call, message: MailTemplateName) in
            let pool = try call.pool
            try await call.services.outbox.deleteTemplate(
                try message.purpose.required("purpose"),
                language: try message.language.required("language"),
                of: pool
            )
            return try await call.templates(of: pool)
        }
    }
}

extension AdminCall {
    fileprivate func templates(of pool: UserPool) async throws -> MailTemplateList {
        MailTemplateList(
            templates: try await services.outbox.templates(of: pool).map(MailTemplateResource.init)
        )
    }
}
