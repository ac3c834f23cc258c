import CardeaHTTPMessages
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaOperations
import CardeaSettings

extension AdminOperation {
    private static var projects: [String] { ["/projects"] }
    private static var project: [String] { ["/projects/{project}"] }

    static var listProjects: Self {
        Operation("projects.list", "Lists the projects.", .get, projects) { (call, _: NoInput) in
            ProjectList(projects: call.projects.all().map { call.resource($0) })
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
            return call.resource(try await call.projects.create(id, policy: policy, by: call.actor))
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
            var former: SettingTree?
            let changed = try await call.projects.change(try call.project, by: call.actor) { project in
                guard let settings = message.resource.settings else { return }
                let before = project.policy
                try project.policy.change(by: settings)
                let documents = [before, project.policy].map {
                    Policy.table.document(of: $0, withAbsent: true)
                }
                former = documents[0].difference(from: documents[1])
            }
            return call.resource(changed, formerSettings: former)
        }
    }

    static var deleteProject: Self {
        Operation(
            "projects.delete",
            "Deletes a project with everything that belongs to it, and returns its last state.",
            .delete,
            project,
            errors: [.notFound, .conflict]
        ) { (call, _: NoInput) in
            let project = try call.project
            let last = call.resource(project)
            try await call.projects.delete(project.id, by: call.actor)
            return last
        }
    }
}

/// The largest number of API keys of a project.
private let mostAPIKeys = 20

/// The API keys of a project.
extension AdminOperation {
    static var addAPIKey: Self {
        Operation(
            "projects.addAPIKey",
            "Adds an API key to a project.",
            .post,
            project.map { $0 + "/apiKeys" },
            errors: [.notFound, .conflict]
        ) { (call, _: NoInput) in
            let key = call.projects.newAPIKey()
            let changed = try await call.projects.change(try call.project, by: call.actor) { project in
                guard project.apiKeys.count < mostAPIKeys else {
                    throw AdminError(
                        .conflict,
                        "a project has at most \(mostAPIKeys) API keys: remove one that is not used"
                    )
                }
                project.apiKeys.append(key)
            }
            return call.resource(changed)
        }
    }

    static var removeAPIKey: Self {
        Operation(
            "projects.removeAPIKey",
            "Removes an API key of a project; requests with it are rejected at once.",
            .delete,
            project.map { $0 + "/apiKeys/{key}" },
            errors: [.notFound, .conflict]
        ) { (call, _: NoInput) in
            let key = call["key"]
            let changed = try await call.projects.change(try call.project, by: call.actor) { project in
                let others = project.apiKeys.filter { !$0.utf8.elementsEqual(key.utf8) }
                guard others.count < project.apiKeys.count else {
                    throw AdminError(.notFound, "the project has no such API key")
                }
                guard !others.isEmpty else {
                    throw AdminError(
                        .conflict,
                        "it is the only API key of the project: add another one first"
                    )
                }
                project.apiKeys = others
            }
            return call.resource(changed)
        }
    }
}

extension AdminCall {
    fileprivate func resource(_ project: Project, formerSettings: SettingTree? = nil) -> ProjectResource {
        ProjectResource(project, issuer: projects.issuer(of: project), formerSettings: formerSettings)
    }
}
