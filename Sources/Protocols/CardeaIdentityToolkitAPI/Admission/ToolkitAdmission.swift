import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaIdentityWire
import CardeaOperations

/// Finds out who sends a request to Identity Toolkit, and for which project and tenant.
///
/// An app names its project by an API key. An administrator names it in the path or by `targetProjectId`, or sends
/// an API key too. The tenant may be in the path or in the message, and must be the same in both.
struct ToolkitAdmission: RequestAdmission {
    let access: any ProjectAccess
    let services: IdentityServices

    /// - Throws: `IdentityToolkitError`, `IdentityError` or `FieldError`.
    func admit(
        _ request: Request,
        _ parameters: PathParameters,
        to operation: OperationDescription,
        at path: PathForm,
        noting record: inout RequestRecord
    ) async throws -> AdmittedRequest<ToolkitCall> {
        let query = QueryItems(request)
        try query.requireDifferentNames()
        // Most requests come from apps that name nothing but their key, and wait for nothing here.
        if let app = try admitApp(request, parameters, query, operation, at: path, noting: &record) {
            return app
        }
        let needsAdministrator = operation.needsAdministrator(at: path)
        let credentials = try await Credentials(of: request, query, access, needsAdministrator)
        if let administrator = credentials.administrator, operation.callers.contains(.administrator) {
            record.administration = Administration(operation.name, by: administrator.fields)
        }
        let fields = try RequestFields(request, operation.source)
        let names = try NamedScope(parameters, operation.source == .json ? .fields(fields) : .query(query))
        let project = try await names.project(credentials, access)
        record.project = project.id.rawValue
        record.administration?.note("project", project.id.rawValue)
        let tenant = try await names.tenant(of: project, operation.tenant, access)
        let scope = try access.scope(of: project, tenant: tenant, client: credentials.apiKey)
        record.app = scope.app?.rawValue
        return try admitted(
            request,
            parameters,
            query,
            fields,
            operation,
            scope,
            credentials.administrator
        )
    }

    /// - Returns: `nil` if the request names more than an API key, or if its scope is not known without waiting.
    private func admitApp(
        _ request: Request,
        _ parameters: PathParameters,
        _ query: QueryItems,
        _ operation: OperationDescription,
        at path: PathForm,
        noting record: inout RequestRecord
    ) throws -> AdmittedRequest<ToolkitCall>? {
        guard !operation.needsAdministrator(at: path), request.bearerToken == nil,
            let apiKey = Credentials.apiKey(of: request, query), let scope = access.scope(ofApp: apiKey)
        else { return nil }
        record.project = scope.project.id.rawValue
        record.app = scope.app?.rawValue
        let fields = try RequestFields(request, operation.source)
        let names = try NamedScope(parameters, operation.source == .json ? .fields(fields) : .query(query))
        return names.isEmpty
            ? try admitted(request, parameters, query, fields, operation, scope, nil) : nil
    }

    private func admitted(
        _ request: Request,
        _ parameters: PathParameters,
        _ query: QueryItems,
        _ fields: RequestFields,
        _ operation: OperationDescription,
        _ scope: RequestScope,
        _ administrator: Actor?
    ) throws -> AdmittedRequest<ToolkitCall> {
        let kind = try Self.kind(of: administrator, fields, operation)
        let caller = Caller(
            scope,
            remoteAddress: request.remoteAddress,
            userAgent: request.fields[.userAgent],
            deviceField: request.fields[.cardeaDevice],
            idempotencyKey: request.fields[.idempotencyKey],
            language: request.fields[.firebaseLocale],
            actor: kind == .user ? nil : administrator
        )
        let call = ToolkitCall(
            caller: caller,
            kind: kind,
            hasAdministratorCredential: administrator != nil,
            headerFields: request.fields,
            query: query,
            path: parameters,
            services: services
        )
        return AdmittedRequest(call, fields, by: kind)
    }

    /// The kind of caller: a user's token comes before an administrator's credential, and that before the API key.
    private static func kind(
        of administrator: Actor?,
        _ fields: RequestFields,
        _ operation: OperationDescription
    ) throws -> CallerKind {
        if operation.callers.contains(.user), try fields.text("idToken") != nil { return .user }
        if operation.callers.contains(.administrator), administrator != nil {
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
