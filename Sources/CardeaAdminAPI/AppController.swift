import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService

/// `/admin/v1/projects/{project}/apps`: the apps of a project.
struct AppController {
    let projects: ProjectDirectory

    private static let apps = "/admin/v1/projects/{project}/apps"
    private static let app = "/admin/v1/projects/{project}/apps/{app}"

    func addRoutes(to router: inout Router) {
        router.answer(.get, Self.apps) { _, parameters in
            let project = try projects.named(parameters["project"])
            return .json(encoding: AppListMessage(apps: projects.apps(of: project.id).map { AppMessage($0) }))
        }
        router.answer(.post, Self.apps) { request, parameters in
            let project = try projects.named(parameters["project"])
            let new = try request.message(NewAppMessage.self)
            guard let kind = App.Kind(rawValue: new.kind) else {
                let kinds = App.Kind.allCases.map(\.rawValue).joined(separator: ", ")
                throw AdminError(.badRequest, "'\(new.kind)' is not a kind of app: use one of \(kinds)")
            }
            let (app, secret) = try await projects.createApp(
                in: project.id,
                kind: kind,
                displayName: new.displayName,
                overrides: try new.settings.map { try PolicyOverrides($0) } ?? PolicyOverrides()
            )
            return .json(encoding: AppMessage(app, secret: secret))
        }
        router.answer(.get, Self.app) { _, parameters in .json(encoding: AppMessage(try named(parameters))) }
        router.answer(.patch, Self.app) { request, parameters in
            var app = try named(parameters)
            let changes = try request.message(AppChangeMessage.self)
            if let name = changes.displayName { app.displayName = name }
            if let settings = changes.settings { try app.overrides.change(by: settings) }
            try await projects.update(app)
            return .json(encoding: AppMessage(app))
        }
        router.answer(.delete, Self.app) { _, parameters in
            let app = try named(parameters)
            try await projects.deleteApp(app.id)
            return .json(encoding: AppMessage(app))
        }
    }

    private func named(_ parameters: PathParameters) throws -> App {
        let project = try projects.named(parameters["project"])
        let id = AppID(rawValue: parameters["app"] ?? "")
        guard let app = projects.app(id), app.project == project.id else {
            throw AdminError(.notFound, "there is no app '\(id.rawValue)'")
        }
        return app
    }
}
