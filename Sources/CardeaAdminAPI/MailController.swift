import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService

/// `/admin/v1/outbox`, `/admin/v1/mail:test` and `/admin/v1/projects/{project}/mailTemplates`.
struct MailController {
    let mail: MailAdministration
    let projects: ProjectDirectory

    private static let templates = "/admin/v1/projects/{project}/mailTemplates"

    func addRoutes(to router: inout Router) {
        router.answer(.get, "/admin/v1/outbox", list)
        router.answer(.get, "/admin/v1/outbox/{id}") { _, parameters in
            .json(encoding: MailItemMessage(try await mail.entry(parameters["id"] ?? "")))
        }
        router.answer(.delete, "/admin/v1/outbox/{id}") { _, parameters in
            .json(encoding: MailItemMessage(try await mail.deleteEntry(parameters["id"] ?? "")))
        }
        router.answer(.post, "/admin/v1/outbox:retry") { request, _ in
            let id = try request.message(MailIDMessage.self).id
            return .json(encoding: MailItemMessage(try await mail.retryEntry(id)))
        }
        router.answer(.post, "/admin/v1/mail:test") { request, _ in
            let test = try request.message(TestMailMessage.self)
            try await mail.sendTest(to: test.address, project: try projects.named(test.project))
            return .json(encoding: test)
        }
        router.answer(.get, Self.templates) { _, parameters in
            try await templates(of: try projects.named(parameters["project"]).id)
        }
        router.answer(.post, Self.templates + ":set") { request, parameters in
            let project = try projects.named(parameters["project"]).id
            let message = try request.message(MailTemplateMessage.self)
            let template = MailTemplate(
                purpose: try purpose(message.purpose),
                language: LanguageTag.normalized(message.language),
                subject: message.subject,
                text: message.text,
                html: message.html
            )
            try await mail.set(template, of: project)
            return try await templates(of: project)
        }
        router.answer(.post, Self.templates + ":reset") { request, parameters in
            let project = try projects.named(parameters["project"]).id
            let name = try request.message(MailTemplateNameMessage.self)
            try await mail.deleteTemplate(try purpose(name.purpose), language: name.language, of: project)
            return try await templates(of: project)
        }
    }

    private func list(_ request: Request, _: PathParameters) async throws -> Response {
        let limit = Int(request.queryItem("limit") ?? "100") ?? 0
        guard (1...1000).contains(limit) else {
            throw AdminError(.badRequest, "limit must be from 1 to 1000")
        }
        var search = MailSearch(limit: limit)
        search.project = try request.queryItem("project").map { try projects.named($0).id }
        if let state = request.queryItem("state") {
            guard let known = Mail.State(rawValue: state) else {
                throw AdminError(.badRequest, "state must be pending or dead")
            }
            search.state = known
        }
        if let after = request.queryItem("after") {
            let parts = after.split(separator: ".", maxSplits: 1)
            guard parts.count == 2, let time = Int64(parts[0]) else {
                throw AdminError(.badRequest, "after must be the 'next' of a page")
            }
            search.after = MailPlace(
                createdAt: Timestamp(milliseconds: time),
                id: MailID(rawValue: String(parts[1]))
            )
        }
        let entries = try await mail.entries(search)
        let last = entries.count == limit ? entries.last : nil
        return .json(
            encoding: MailListMessage(
                mails: entries.map(MailItemMessage.init),
                next: last.map { "\($0.message.createdAt.milliseconds).\($0.id)" }
            )
        )
    }

    private func templates(of project: ProjectID) async throws -> Response {
        let templates = try await mail.templates(of: project)
        return .json(encoding: MailTemplateListMessage(templates: templates.map(MailTemplateMessage.init)))
    }

    private func purpose(_ name: String) throws -> MailPurpose {
        guard let purpose = MailPurpose(rawValue: name) else {
            let known = MailPurpose.allCases.map(\.rawValue).joined(separator: ", ")
            throw AdminError(.badRequest, "purpose must be one of \(known)")
        }
        return purpose
    }
}
