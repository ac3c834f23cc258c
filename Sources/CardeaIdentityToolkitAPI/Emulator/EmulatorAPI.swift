import CardeaHTTPMessages
package import CardeaHTTPRouting
package import CardeaIdentityService

/// The endpoints that only an emulator has.
package struct EmulatorAPI: Sendable {
    private let controller: EmulatorController

    package init(
        service: IdentityService,
        projects: ProjectDirectory,
        access: any ProjectAccess,
        control: any EmulatorControl
    ) {
        controller = EmulatorController(
            service: service,
            projects: projects,
            access: access,
            control: control
        )
    }

    package func register(on router: inout Router) {
        let project = "/emulator/v1/projects/{project}"
        router.on(.delete, "\(project)/accounts", controller.deleteAccounts)
        router.on(.delete, "\(project)/tenants/{tenant}/accounts", controller.deleteAccounts)
        router.on(.get, "\(project)/config", controller.config)
        router.on(.patch, "\(project)/config", controller.updateConfig)
        router.on(.delete, "/emulator/v1/state", controller.wipe)
        router.on(.put, "/emulator/v1/clock", controller.setClock)
    }
}
