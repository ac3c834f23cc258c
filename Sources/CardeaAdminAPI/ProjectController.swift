import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService

/// `/admin/v1/projects`: the projects and their settings.
struct ProjectController {
    let projects: ProjectDirectory

    func addRoutes(to router: inout Router) {
        router.answer(.get, "/admin/v1/projects") { _, _ in
            .json(encoding: ProjectListMessage(projects: projects.all().map(message)))
        }
        router.answer(.post, "/admin/v1/projects") { request, _ in
            let new = try request.message(NewProjectMessage.self)
            return .json(encoding: message(try await projects.create(ProjectID(rawValue: new.id))))
        }
        router.answer(.get, "/admin/v1/projects/{project}") { _, parameters in
            .json(encoding: message(try projects.named(parameters["project"])))
        }
        router.answer(.patch, "/admin/v1/projects/{project}") { request, parameters in
            var project = try projects.named(parameters["project"])
            try project.policy.change(by: request.message(SettingsMessage.self).settings)
            try await projects.update(project)
            return .json(encoding: message(project))
        }
    }

    private func message(_ project: Project) -> ProjectMessage {
        ProjectMessage(project, issuer: projects.issuer(of: project))
    }
}

extension ProjectDirectory {
    /// The project that a path names.
    func named(_ name: String?) throws -> Project {
        let id = ProjectID(rawValue: name ?? "")
        guard let project = project(id: id) else { throw ProjectDirectoryError.unknownProject(id) }
        return project
    }
}
