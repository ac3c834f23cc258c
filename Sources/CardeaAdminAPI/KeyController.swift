import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService

/// `/admin/v1/projects/{project}/keys` and `/admin/v1/refreshTokenKeys`: the keys of tokens.
struct KeyController {
    let projects: ProjectDirectory

    func addRoutes(to router: inout Router) {
        router.answer(.get, "/admin/v1/projects/{project}/keys") { _, parameters in
            list(projects.signingKeyRecords(of: try projects.named(parameters["project"]).id))
        }
        router.answer(.post, "/admin/v1/projects/{project}/keys:rotate") { request, parameters in
            let id = try projects.named(parameters["project"]).id
            let message = try request.message(RotationMessage.self)
            try await projects.rotateSigningKey(of: id, retiringOthers: message.retiringOthers)
            return list(projects.signingKeyRecords(of: id))
        }
        router.answer(.get, "/admin/v1/refreshTokenKeys") { _, _ in
            list(projects.refreshTokenKeyRecords())
        }
        router.answer(.post, "/admin/v1/refreshTokenKeys:rotate") { request, _ in
            let message = try request.message(RotationMessage.self)
            try await projects.rotateRefreshTokenKey(retiringOthers: message.retiringOthers)
            return list(projects.refreshTokenKeyRecords())
        }
    }

    private func list(_ keys: [SealedKey]) -> Response {
        .json(encoding: KeyListMessage(keys: keys.map(KeyMessage.init)))
    }
}
