import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityService

/// Finds out who asks, in which project and tenant, before an operation sees the request.
///
/// An app names its project by an API key. An administrator names it in the path or by `targetProjectId`, or
/// sends an API key too. The tenant may stand in the path or the body, and must be the same in both.
struct Gate: Sendable {
    let access: any ProjectAccess

    /// Admits a request that carries fields.
    ///
    /// - Throws: `IdentityToolkitError`, `IdentityError` or `InvalidRequest`.
    func admit<Message: RequestMessage>(
        _ request: Request,
        _ path: PathParameters,
        as message: Message.Type
    ) async throws -> Call<Message> {
        let credentials = try await Credentials(of: request, path, QueryItems(request), access)
        var fields = try MessageFields(body: request.body)
        let scope = Scope(
            path,
            target: try fields.name("targetProjectId"),
            tenant: try fields.name("tenantId")
        )
        let caller = try await caller(request, credentials, scope)
        let message = try Message(reading: &fields)
        try fields.finish()
        return Call(caller: caller, isAdministrator: credentials.administrator != nil, message: message)
    }

    /// Admits a request that says all in its path and query.
    ///
    /// - Throws: `IdentityToolkitError` or `IdentityError`.
    func admit(_ request: Request, _ path: PathParameters) async throws -> Call<QueryItems> {
        let query = QueryItems(request)
        let credentials = try await Credentials(of: request, path, query, access)
        let scope = Scope(path, target: query["targetProjectId"], tenant: query["tenantId"])
        let caller = try await caller(request, credentials, scope)
        return Call(caller: caller, isAdministrator: credentials.administrator != nil, message: query)
    }

    private func caller(
        _ request: Request,
        _ credentials: Credentials,
        _ scope: Scope
    ) async throws -> Caller {
        let project = try await scope.project(credentials, access)
        return Caller(
            project: project,
            tenant: try scope.tenant(of: project, access),
            remoteAddress: request.remoteAddress,
            userAgent: request.fields[.userAgent],
            idempotencyKey: request.fields[.idempotencyKey]
        )
    }
}
