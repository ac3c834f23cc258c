package import CardeaHTTPRouting
import CardeaIdentityService
import CardeaOperatingSystem
import CardeaOperations

/// Admits every request: a user of the machine who reaches the control socket may do everything.
struct OperatorAdmission: RequestAdmission {
    let services: AdminServices

    func admit(
        _ request: Request,
        _ parameters: PathParameters,
        to operation: OperationDescription,
        at path: PathForm,
        noting record: inout RequestRecord
    ) async throws -> AdmittedRequest<AdminCall> {
        let administration = Administration(operation.name, by: request.operatorActor)
        record.administration = administration
        record.project = parameters["project"]
        let fields = try RequestFields(request, operation.source)
        // Another node may have changed a project, a tenant, an app or a key.
        try await services.projects.synchronize()
        let call = AdminCall(services: services, path: parameters, administration: administration)
        return AdmittedRequest(call, fields, by: .operator)
    }

    func errorResponse(_ error: any Error) -> Response { AdminError(describing: error).response }
}

extension Request {
    /// The user of this machine who sends a request over the control socket, for the log.
    package var operatorActor: [String: String] {
        var actor = ["kind": "operator"]
        guard let localUser else { return actor }
        actor["uid"] = "\(localUser)"
        actor["user"] = SystemUser(id: localUser)?.name
        return actor
    }
}
