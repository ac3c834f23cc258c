import CardeaHTTPMessages
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaOperations
import CardeaSettings

extension AdminOperation {
    private static var apps: [String] { ["/projects/{project}/apps"] }
    private static var app: [String] { ["/projects/{project}/apps/{app}"] }

    static var listApps: Self {
        Operation("apps.list", "Lists the apps of a project by ID.", .get, apps, errors: [.notFound]) {
            (call, _: NoInput) in
            AppList(apps: call.projects.apps(of: try call.project.id).map { AppResource($0) })
        }
    }

    static var createApp: Self {
        Operation(
            "apps.create",
            "Creates an app with an API key and a client ID; a back end also gets a secret, which is not shown again.",
            .post,
            apps,
            errors: [.notFound, .conflict]
        ) { (call, message: AppResource) in
            let (app, secret) = try await call.projects.createApp(
                in: try call.project.id,
                kind: try message.kind.required("kind"),
                displayName: try message.displayName.required("displayName"),
                overrides: try message.settings.map { try PolicyOverrides($0) } ?? PolicyOverrides(),
                by: call.actor
            )
            return AppResource(app, secret: secret)
        }
    }

    static var getApp: Self {
        Operation("apps.get", "Returns an app.", .get, app, errors: [.notFound]) {
            (call, _: NoInput) in AppResource(try call.app)
        }
    }

    static var updateApp: Self {
        Operation(
            "apps.update",
            "Changes the fields of an app that the request has; `null` removes a setting.",
            .patch,
            app,
            errors: [.notFound, .conflict]
        ) { (call, message: Changes<AppResource>) in
            let changes = message.resource
            var former: SettingTree?
            let changed = try await call.projects.change(try call.app, by: call.actor) { app in
                if let name = changes.displayName { app.displayName = name }
                guard let settings = changes.settings else { return }
                let before = app.overrides.document
                try app.overrides.change(by: settings)
                former = before.difference(from: app.overrides.document)
            }
            return AppResource(changed, formerSettings: former)
        }
    }

    static var replaceAppSecret: Self {
        Operation(
            "apps.newSecret",
            "Gives a back end a new secret, which is not shown again; the former one is invalid at once.",
            .post,
            app.map { $0 + ":newSecret" },
            errors: [.notFound, .conflict]
        ) { (call, _: NoInput) in
            let app = try call.app
            guard app.secretHash != nil else {
                throw AdminError(.conflict, "only an app of the kind 'server' has a secret")
            }
            let (changed, secret) = try await call.projects.replaceSecret(of: app, by: call.actor)
            return AppResource(changed, secret: secret)
        }
    }

    static var deleteApp: Self {
        Operation(
            "apps.delete",
            "Deletes an app, and returns its last state; its API key and client ID stop working at once.",
            .delete,
            app,
            errors: [.notFound, .conflict]
        ) { (call, _: NoInput) in
            let app = try call.app
            try await call.projects.deleteApp(app.id, by: call.actor)
            return AppResource(app)
        }
    }
}
