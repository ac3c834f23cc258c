import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaIdentityWire
import CardeaOperations

/// Finds out who sends a request to Identity Toolkit, and for which project and tenant.
///
/// An app names its project by an API key. An administrator names it in the path or by `targetProjectId`, or sends
/// an API key too. The tenant may stand in the path or in the message, and must be the same in both.
struct ToolkitAdmission: RequestAdmission {
    let access: any ProjectAccess
    let services: ToolkitServices

    /// - Throws: `IdentityToolkitError`, `IdentityError` or `FieldError`.
    func admit(
        _ request: Request,
        _ parameters: PathParameters,
        to operation: OperationDescription,
        at path: PathForm
    ) async throws -> AdmittedRequest<ToolkitCall> {
        let query = QueryItems(request)
        let needsAdministrator = operation.needsAdministrator(at: path)
        let credentials = try await Credentials(of: request, query, access, needsAdministrator)
        let fields = try RequestFields(request, operation.source)
        let scope = try RequestScope(parameters, operation.source == .json ? .fields(fields) : .query(query))
        let project = try await scope.project(credentials, access)
        let tenant = try await scope.tenant(of: project, operation.tenant, access)
        let app = credentials.apiKey.flatMap { access.app(client: $0, of: project)?.id }
        let caller = Caller(
            project: project,
            tenant: tenant,
            app: app,
            policy: access.policy(of: project, tenant: tenant, app: app),
            remoteAddress: request.remoteAddress,
            userAgent: request.fields[.userAgent],
            idempotencyKey: request.fields[.idempotencyKey],
            language: request.fields[.firebaseLocale]
        )
        let kind = try Self.kind(of: credentials, fields, operation)
        let call = ToolkitCall(caller: caller, kind: kind, query: query, services: services)
        return AdmittedRequest(call, fields, by: kind)
    }

    /// The kind of caller: a user's token comes before an administrator's credential, and that before the API key.
    private static func kind(
        of credentials: Credentials,
        _ fields: RequestFields,
        _ operation: OperationDescription
    ) throws -> CallerKind {
        if operation.callers.contains(.user), try fields.text("idToken") != nil { return .user }
        if operation.callers.contains(.administrator), credentials.administrator != nil {
            return .administrator
        }
        guard operation.callers.contains(.app) else { throw IdentityToolkitError(.missingIDToken) }
        return .app
    }

    func errorResponse(_ error: any Error) -> Response { IdentityToolkitError(describing: error).response }
}

extension HeaderFields.Name {
    /// The language in which a Firebase SDK wants its messages.
    fileprivate static let firebaseLocale: Self = "x-firebase-locale"
}
