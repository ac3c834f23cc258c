import CardeaIdentityWire
import CardeaHTTPMessages
package import CardeaHTTPRouting
import CardeaIdentityDomain
package import CardeaIdentityService
package import CardeaOperations

/// The operations that only an emulator has.
package struct EmulatorAPI: Sendable {
    private let services: EmulatorServices

    package init(
        users: UserAdministration,
        verification: Verification,
        phone: PhoneSignIn,
        projects: ProjectDirectory,
        access: any ProjectAccess,
        control: any EmulatorControl
    ) {
        services = EmulatorServices(
            users: users,
            verification: verification,
            phone: phone,
            projects: projects,
            access: access,
            control: control
        )
    }

    /// Where the description of all operations is, in addition to the path of a server.
    package static let documentPath = "/emulator/openapi.json"

    package static var operations: [OperationDescription] { .init(table, errors: .identityToolkit) }

    private static var table: [Operation<EmulatorCall>] {
        [
            .status, .deleteAccounts, .listCodes, .listVerificationCodes, .createRecoveryCode, .getConfig,
            .updateConfig, .wipe, .setClock,
        ]
    }

    package func register(on router: inout Router) {
        let services = services
        let admission = OpenAdmission(.anyone) { _, path in
            EmulatorCall(services: services, path: path)
        } errorResponse: {
            IdentityToolkitError(describing: $0).response
        }
        for operation in Self.table { operation.register(on: &router, admission: admission) }
        let action = EmulatorAction(verification: services.verification)
        router.on(.get, EmulatorAction.path) { request, _ in await action.respond(to: request) }
    }

    /// The page instead of a provider.
    package var providerPage: Router.Handler {
        let page = EmulatorProviderPage(users: services.users)
        return { request, _ in await page.respond(to: request) }
    }
}

struct EmulatorServices: Sendable {
    let users: UserAdministration
    let verification: Verification
    let phone: PhoneSignIn
    let projects: ProjectDirectory
    let access: any ProjectAccess
    let control: any EmulatorControl
}

/// The context of a request to an operation of the emulator.
struct EmulatorCall: Sendable {
    let services: EmulatorServices
    let path: PathParameters

    var project: Project {
        get async throws {
            let id = ProjectID(rawValue: path["project"] ?? "")
            guard let project = try await services.access.project(id: id) else {
                throw IdentityToolkitError(.projectNotFound)
            }
            return project
        }
    }

    var tenant: TenantID? { path["tenant"].map(TenantID.init(rawValue:)) }
}
