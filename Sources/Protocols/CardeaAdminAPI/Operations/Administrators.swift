import CardeaEncodings
import CardeaHTTPMessages
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaOperations

/// The credentials that open the administrators' forms of the public API.
extension AdminOperation {
    private static var administrators: [String] { ["/administrators"] }

    static var listAdministrators: Self {
        Operation(
            "administrators.list",
            "Lists the credentials of administrators, oldest first.",
            .get,
            administrators
        ) { (call, _: NoInput) in AdministratorList(call.projects.administrators()) }
    }

    static var createAdministrator: Self {
        Operation(
            "administrators.create",
            "Creates an administrator's credential and returns it; no other response has it.",
            .post,
            administrators,
            errors: [.notFound, .conflict]
        ) { (call, message: AdministratorResource) in
            let token = try await call.projects.createAdministratorToken(
                name: try message.name.required("name"),
                project: try message.project.map { try call.project(named: $0).id },
                lifetime: message.lifetime.map { .seconds($0) },
                by: call.actor
            )
            return AdministratorCredential(id: call.projects.administratorID(of: token) ?? "", token: token)
        }
    }

    static var deleteAdministrator: Self {
        Operation(
            "administrators.delete",
            "Deletes a credential of an administrator, and lists the others.",
            .delete,
            administrators.map { $0 + "/{administrator}" },
            errors: [.notFound]
        ) { (call, _: NoInput) in
            let id = call["administrator"]
            guard call.projects.administrators().contains(where: { $0.id.exact == id.exact }) else {
                throw AdminError(
                    .notFound,
                    "there is no administrator with the ID '\(id)'; 'cardea administrator list' shows the IDs"
                )
            }
            try await call.projects.deleteAdministratorToken(id, by: call.actor)
            return AdministratorList(call.projects.administrators())
        }
    }
}
