import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService

/// `/admin/v1/administrators`: the credentials that open the administrators' forms of the public API.
struct AdministratorController {
    let projects: ProjectDirectory

    func addRoutes(to router: inout Router) {
        router.answer(.get, "/admin/v1/administrators") { _, _ in list() }
        router.answer(.post, "/admin/v1/administrators") { request, _ in
            let new = try request.message(NewAdministratorMessage.self)
            if let lifetime = new.lifetime, !(1...315_360_000).contains(lifetime) {
                throw AdminError(.badRequest, "a lifetime is from 1 second to 10 years")
            }
            let token = try await projects.createAdministratorToken(
                name: new.name,
                project: try new.project.map { try projects.named($0).id },
                lifetime: new.lifetime.map { .seconds(Int64($0)) }
            )
            return .json(encoding: AdministratorTokenMessage(token: token))
        }
        router.answer(.delete, "/admin/v1/administrators/{id}") { _, parameters in
            let id = parameters["id"] ?? ""
            guard projects.administrators().contains(where: { $0.id == id }) else {
                throw AdminError(.notFound, "there is no administrator '\(id)'")
            }
            try await projects.deleteAdministratorToken(id)
            return list()
        }
    }

    private func list() -> Response {
        .json(
            encoding: AdministratorListMessage(
                administrators: projects.administrators().map(AdministratorMessage.init)
            )
        )
    }
}
