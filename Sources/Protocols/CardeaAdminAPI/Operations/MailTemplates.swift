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

    static var getMailTemplate: Self {
        Operation(
            "mailTemplates.get",
            "Returns the text that mails of a purpose are made from, or such a mail with the values of an example.",
            .get,
            templates.map { $0 + "/{purpose}" },
            errors: [.notFound]
        ) { (call, message: MailTemplateRequest) in
            let pool = try call.pool
            guard let purpose = MailPurpose(rawValue: call["purpose"]) else {
                let names = MailPurpose.allCases.map(\.rawValue).joined(separator: ", ")
                throw AdminError(
                    .notFound,
                    "there is no purpose '\(call["purpose"])': it must be one of \(names)"
                )
            }
            guard let policy = call.projects.policy(in: pool, of: nil)?.mail else {
                throw IdentityError.scope(.tenantNotFound)
            }
            let outbox = call.services.outbox
            let language = message.language.map(LanguageTag.normalized)
            guard message.preview == true else {
                return MailTemplateResource(
                    try await outbox.template(purpose, language: language, of: pool, policy)
                )
            }
            let link = call.projects.publicURL + "/example"
            return MailTemplateResource(
                try await outbox.preview(purpose, language: language, of: pool, policy, link: link),
                purpose
            )
        }
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
            try await call.services.outbox.set(try message.template, of: pool, by: call.actor)
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
                of: pool,
                by: call.actor
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
