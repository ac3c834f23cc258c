package import CardeaHTTPRouting
package import CardeaIdentityDomain
import CardeaIdentityService
import CardeaOperatingSystem
import CardeaOperations

/// Admits every request: a user of the machine who reaches the control socket may do everything.
struct OperatorAdmission: RequestAdmission {
    let services: IdentityServices
    let providerTester: any ProviderTester

    func admit(
        _ request: Request,
        _ parameters: PathParameters,
        to operation: OperationDescription,
        at path: PathForm,
        noting record: inout RequestRecord
    ) async throws -> AdmittedRequest<AdminCall> {
        let actor = request.operatorActor
        let administration = Administration(operation.name, by: actor.fields)
        record.administration = administration
        record.project = parameters["project"]
        let fields = try RequestFields(request, operation.source)
        // Another node may have changed a project, a tenant, an app or a key.
        try await services.projects.synchronize()
        let call = AdminCall(
            services: services,
            providerTester: providerTester,
            path: parameters,
            actor: actor,
            administration: administration
        )
        return AdmittedRequest(call, fields, by: .operator)
    }

    func errorResponse(_ error: any Error) -> Response { AdminError(describing: error).response }
}

extension Request {
    /// The user of this machine who sends a request over the control socket.
    package var operatorActor: Actor {
        .operator(localUser.map { Actor.SystemAccount(id: $0, name: SystemUser(id: $0)?.name) })
    }
}
