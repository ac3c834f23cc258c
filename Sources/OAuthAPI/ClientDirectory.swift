import HTTPMessages
import HTTPRouting
import IdentityDomain
import IdentityService

/// Finds the project behind a `client_id`: one of the project's API keys, or its id.
///
/// Clients are public: an app cannot keep a secret, and a token is proof enough.
struct ClientDirectory: Sendable {
    let access: any ProjectAccess

    func caller(_ request: Request, clientID: String) async throws -> Caller {
        guard let project = try await access.project(client: clientID) else {
            throw OAuthError(.invalidClient, "The client is not known.", status: 401)
        }
        return caller(request, in: project)
    }

    /// An administrator, asking on behalf of a client of theirs.
    func administrator(_ request: Request, clientID: String?) async throws -> Caller {
        guard let credential = request.bearerToken,
            let administrator = try await access.administrator(presenting: credential)
        else { throw OAuthError(.invalidToken, "An administrator's credential is needed.", status: 401) }
        guard let project = try await project(of: administrator, clientID: clientID) else {
            throw OAuthError(.invalidRequest, "client_id is missing or not known.")
        }
        guard administrator.mayAdminister(project.id) else {
            throw OAuthError(.invalidClient, "The client is of another project.", status: 403)
        }
        return caller(request, in: project)
    }

    private func project(of administrator: Administrator, clientID: String?) async throws -> Project? {
        guard let clientID else { return try await access.project(of: administrator) }
        return try await access.project(client: clientID)
    }

    private func caller(_ request: Request, in project: Project) -> Caller {
        Caller(
            project: project,
            remoteAddress: request.remoteAddress,
            userAgent: request.fields[.userAgent],
            idempotencyKey: request.fields[.idempotencyKey]
        )
    }
}
