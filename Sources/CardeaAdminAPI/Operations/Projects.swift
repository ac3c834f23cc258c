import CardeaHTTPMessages
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaOperations

extension AdminOperation {
    private static var projects: [String] { ["/projects"] }
    private static var project: [String] { ["/projects/{project}"] }

    static var listProjects: Self {
        Operation("projects.list", "Lists the projects.", .get, projects) { (call, _: NoInput) in
            ProjectList(projects: call.projects.all().map(call.resource))
        }
    }

    static var createProject: Self {
        Operation(
            "projects.create",
            "Creates a project with a number, an API key and a signing key of its own.",
            .post,
            projects,
            errors: [.conflict]
        ) { (call, message: ProjectResource) in
            var policy = Policy()
            if let settings = message.settings { try policy.change(by: settings) }
            let id = ProjectID(rawValue: try message.id.required("id"))
            return call.resource(try await call.projects.create(id, policy: policy))
        }
    }

    static var getProject: Self {
        Operation("projects.get", "Returns a project.", .get, project, errors: [.notFound]) {
            (call, _: NoInput) in call.resource(try call.project)
        }
    }

    static var updateProject: Self {
        Operation(
            "projects.update",
            "Changes the settings of a project that the request has; `null` restores the default.",
            .patch,
            project,
            errors: [.notFound, .conflict]
        ) { (call, message: Changes<ProjectResource>) in
            let changed = try await call.projects.change(try call.project) { project in
                if let settings = message.resource.settings { try project.policy.change(by: settings) }
            }
            return call.resource(changed)
        }
    }
}

extension AdminCall {
    fileprivate func resource(_ project: Project) -> ProjectResource {
        ProjectResource(project, issuer: projects.issuer(of: project))
    }
}
