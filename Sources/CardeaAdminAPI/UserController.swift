import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaSecrets

/// `/admin/v1/projects/{project}/users`: the users of a project, by id or by e-mail address.
struct UserController {
    let users: UserAdministration
    let projects: ProjectDirectory

    private static let users = "/admin/v1/projects/{project}/users"
    private static let user = "/admin/v1/projects/{project}/users/{user}"

    func addRoutes(to router: inout Router) {
        router.answer(.get, Self.users, list)
        router.answer(.post, Self.users, create)
        router.answer(.get, Self.user) { _, parameters in
            .json(encoding: UserMessage(try await find(parameters)))
        }
        router.answer(.patch, Self.user, change)
        router.answer(.delete, Self.user) { _, parameters in
            let user = try await find(parameters)
            try await users.delete(user.id, in: user.pool)
            return .json(encoding: UserMessage(user))
        }
    }

    private func list(_ request: Request, _ parameters: PathParameters) async throws -> Response {
        let after = request.queryItem("after").map(UserID.init(rawValue:))
        let limit = Int(request.queryItem("limit") ?? "100") ?? 0
        guard (1...1000).contains(limit) else {
            throw AdminError(.badRequest, "limit must be from 1 to 1000")
        }
        let users = try await users.list(in: try pool(parameters), after: after, limit: limit)
        let next = users.count == limit ? users.last?.id.rawValue : nil
        return .json(encoding: UserListMessage(users: users.map(UserMessage.init), next: next))
    }

    private func create(_ request: Request, _ parameters: PathParameters) async throws -> Response {
        let new = try request.message(NewUserMessage.self)
        let pool = try pool(parameters)
        var account = AdministeredChanges()
        account.email = Field(new.email)
        account.password = Field(new.password.map(Secret.init(_:)))
        account.displayName = Field(new.displayName)
        account.isEmailVerified = new.emailVerified
        let id = new.id.map(UserID.init(rawValue:))
        return .json(encoding: UserMessage(try await users.create(account, id: id, in: pool)))
    }

    private func change(_ request: Request, _ parameters: PathParameters) async throws -> Response {
        let user = try await find(parameters)
        var changes = AdministeredChanges()
        changes.isDisabled = try request.message(UserChangeMessage.self).disabled
        return .json(encoding: UserMessage(try await users.update(user.id, changes, in: user.pool)))
    }

    private func pool(_ parameters: PathParameters) throws -> UserPool {
        UserPool(project: try projects.named(parameters["project"]).id)
    }

    private func find(_ parameters: PathParameters) async throws -> User {
        let name = parameters["user"] ?? ""
        let selector: UserSelector = name.contains("@") ? .email(name) : .id(UserID(rawValue: name))
        guard let user = try await users.find(selector, in: try pool(parameters)) else {
            throw AdminError(.notFound, "there is no user '\(name)'")
        }
        return user
    }
}
