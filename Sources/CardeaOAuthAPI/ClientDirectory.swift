import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService

/// Finds the project behind a client: its `client_id` is one of the project's API keys, or the project's id.
///
/// Apps are public clients, without a secret: they cannot keep one, and a token is proof enough. A back end that
/// introspects shows an administrator's credential, as a bearer token or as the secret of its client.
struct ClientDirectory: Sendable {
    let access: any ProjectAccess

    /// An app.
    func caller(_ request: Request, _ form: OAuthForm) async throws -> Caller {
        let client = try ClientCredentials(request, form)
        guard let id = client.id else { throw OAuthError(.invalidRequest, "client_id is missing.") }
        guard client.secret == nil else {
            throw OAuthError(.invalidClient, "An app's client has no secret.", status: 401)
        }
        guard let project = try await access.project(client: id) else {
            throw OAuthError(.invalidClient, "The client is not known.", status: 401)
        }
        return caller(request, in: project)
    }

    /// An administrator, asking on behalf of a client of theirs.
    func administrator(_ request: Request, _ form: OAuthForm) async throws -> Caller {
        let client = try ClientCredentials(request, form)
        guard let credential = request.bearerToken ?? client.secret,
            let administrator = try await access.administrator(presenting: credential)
        else {
            let code: OAuthError.Code = client.secret == nil ? .invalidToken : .invalidClient
            throw OAuthError(code, "An administrator's credential is needed.", status: 401)
        }
        guard let project = try await project(of: administrator, clientID: client.id) else {
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
