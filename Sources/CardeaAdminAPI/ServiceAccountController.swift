import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService

/// `/admin/v1/projects/{project}/serviceAccounts`: the service accounts of a project and their keys.
struct ServiceAccountController {
    let projects: ProjectDirectory

    private static let path = "/admin/v1/projects/{project}/serviceAccounts"
    private var accounts: ServiceAccounts { ServiceAccounts(projects: projects) }

    func addRoutes(to router: inout Router) {
        router.answer(.get, Self.path) { _, parameters in
            let list = try await accounts.list(of: try projects.named(parameters["project"]).id)
            return .json(encoding: ServiceAccountListMessage(serviceAccounts: list.map(message)))
        }
        router.answer(.post, Self.path) { request, parameters in
            let new = try request.message(NewServiceAccountMessage.self)
            if let name = new.displayName, !ProfileRules.isDisplayName(name) {
                throw AdminError(.badRequest, "the display name must have at most 256 characters")
            }
            let id = ServiceAccountID(
                project: try projects.named(parameters["project"]).id,
                name: new.name
            )
            return keyFile(try await accounts.create(id, displayName: new.displayName))
        }
        router.answer(.get, "\(Self.path)/{name}") { _, parameters in
            .json(encoding: message(try await accounts.account(try id(parameters))))
        }
        router.answer(.patch, "\(Self.path)/{name}") { request, parameters in
            let change = try request.message(ServiceAccountChangeMessage.self)
            let id = try id(parameters)
            return .json(encoding: message(try await accounts.setDisabled(id, change.disabled)))
        }
        router.answer(.delete, "\(Self.path)/{name}") { _, parameters in
            let id = try id(parameters)
            try await accounts.delete(id)
            let left = try await accounts.list(of: id.project)
            return .json(encoding: ServiceAccountListMessage(serviceAccounts: left.map(message)))
        }
        router.answer(.post, "\(Self.path)/{name}/keys") { _, parameters in
            keyFile(try await accounts.addKey(to: try id(parameters)))
        }
        router.answer(.delete, "\(Self.path)/{name}/keys/{key}") { _, parameters in
            let account = try await accounts.deleteKey(parameters["key"] ?? "", of: try id(parameters))
            return .json(encoding: message(account))
        }
    }

    private func id(_ parameters: PathParameters) throws -> ServiceAccountID {
        ServiceAccountID(
            project: try projects.named(parameters["project"]).id,
            name: parameters["name"] ?? ""
        )
    }

    private func message(_ account: ServiceAccount) -> ServiceAccountMessage {
        ServiceAccountMessage(account)
    }

    private func keyFile(_ key: ServiceAccounts.NewKey) -> Response {
        .json(encoding: ServiceAccountKeyFile(key, server: projects.publicURL, tokenURL: projects.tokenURL))
    }
}
