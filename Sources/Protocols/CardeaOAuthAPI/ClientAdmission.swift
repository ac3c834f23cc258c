import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaOperations
import CardeaSecrets

/// Finds the OAuth client that sends a request, and its project.
///
/// The `client_id` is the ID or the API key of an app or of a project. Only an app that is a back end has a secret, and
/// must present it. A back end that introspects sends its own secret, or an administrator's credential: as a bearer token,
/// or as the secret of a client.
struct ClientAdmission: RequestAdmission {
    let sessions: Sessions
    let access: any ProjectAccess

    func admit(
        _ request: Request,
        _ parameters: PathParameters,
        to operation: OperationDescription,
        at path: PathForm,
        noting record: inout RequestRecord
    ) async throws -> AdmittedRequest<ClientCall> {
        let fields = try RequestFields(request, operation.source)
        let client = try ClientCredentials(request, fields)
        let (project, kind) = try await sender(of: request, client, operation, noting: &record)
        let scope = try access.scope(of: project, tenant: nil, client: client.id)
        record.project = project.id.rawValue
        record.app = scope.app?.rawValue
        let caller = Caller(
            scope,
            remoteAddress: request.remoteAddress,
            userAgent: request.fields[.userAgent],
            idempotencyKey: request.fields[.idempotencyKey]
        )
        return AdmittedRequest(
            ClientCall(caller: caller, sessions: sessions),
            fields,
            by: kind
        )
    }

    func errorResponse(_ error: any Error) -> Response { OAuthError(describing: error).response }

    /// The project of a request, and who sends it.
    private func sender(
        of request: Request,
        _ client: ClientCredentials,
        _ operation: OperationDescription,
        noting record: inout RequestRecord
    ) async throws -> (Project, CallerKind) {
        guard operation.callers.contains(.administrator) else {
            return (try await project(of: client), .client)
        }
        // A bearer token is never a client's secret.
        if request.bearerToken == nil, let project = try await project(ofBackEnd: client) {
            return (project, .client)
        }
        return (try await administered(request, client, operation, noting: &record), .administrator)
    }

    /// The project of an app that presents its own secret; `nil` for every other client.
    private func project(ofBackEnd client: ClientCredentials) async throws -> Project? {
        guard let id = client.id, client.secret != nil, let project = try await access.project(client: id),
            access.app(client: id, of: project)?.accepts(secret: client.secret) == true
        else { return nil }
        return project
    }

    /// The project of an app.
    private func project(of client: ClientCredentials) async throws -> Project {
        guard let id = client.id else { throw OAuthError(.invalidRequest, "client_id is missing.") }
        guard let project = try await access.project(client: id) else {
            throw OAuthError(.invalidClient, "The client is unknown.", status: 401)
        }
        guard let app = access.app(client: id, of: project) else {
            guard client.secret == nil else {
                throw OAuthError(.invalidClient, "This client has no secret.", status: 401)
            }
            return project
        }
        guard app.accepts(secret: client.secret) else {
            throw OAuthError(
                .invalidClient,
                "The client's secret is wrong, missing, or not needed.",
                status: 401
            )
        }
        return project
    }

    /// The project of an administrator.
    private func administered(
        _ request: Request,
        _ client: ClientCredentials,
        _ operation: OperationDescription,
        noting record: inout RequestRecord
    ) async throws -> Project {
        guard let credential = request.bearerToken ?? client.secret,
            let administrator = try await access.administrator(presenting: credential)
        else {
            let code: OAuthError.Code = client.secret == nil ? .invalidToken : .invalidClient
            throw OAuthError(
                code,
                "The secret of a back end, or an administrator's credential, is required.",
                status: 401
            )
        }
        let administration = Administration(operation.name, by: administrator.fields)
        record.administration = administration
        guard let project = try await project(of: administrator, clientID: client.id) else {
            throw OAuthError(.invalidRequest, "client_id is missing or unknown.")
        }
        administration.note("project", project.id.rawValue)
        guard administrator.mayAdminister(project.id) else {
            throw OAuthError(.invalidClient, "The client belongs to another project.", status: 403)
        }
        return project
    }

    private func project(of administrator: Actor, clientID: String?) async throws -> Project? {
        guard let clientID else { return try await access.project(of: administrator) }
        return try await access.project(client: clientID)
    }
}

/// The context of a request beside its message.
struct ClientCall: Sendable {
    let caller: Caller
    let sessions: Sessions
}
