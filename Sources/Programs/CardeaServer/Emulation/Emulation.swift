import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaIdentityToolkitAPI
import CardeaLocks

/// An emulator's state: an application in memory, which is thrown away and made anew to wipe it.
final class Emulation: EmulatorControl {
    static let firstProject = ProjectID(rawValue: "example")

    let site: ReplaceableResponder
    private let clock: AdjustableClock
    private let dependencies: Application.Dependencies
    private let visitors: EmulatorVisitors
    private let readiness: Readiness
    private let present = Mutex<Application?>(nil)
    private let url = Mutex("")

    init(
        _ dependencies: Application.Dependencies,
        clock: AdjustableClock,
        readiness: Readiness,
        visitors: EmulatorVisitors
    ) {
        self.visitors = visitors
        self.dependencies = dependencies
        self.clock = clock
        self.readiness = readiness
        site = ReplaceableResponder(Router())
    }

    /// Says by what address clients reach the emulator: the root of its issuers.
    func publish(at url: String) {
        self.url.withLock { $0 = url }
        present.withLock(\.self)?.projects.publish(at: url)
    }

    func wipe() async throws {
        var dependencies = dependencies
        dependencies.links = ActionLinks(
            path: EmulatorAction.path,
            recorder: ActionCodeRecorder(logger: dependencies.logger)
        )
        dependencies.phoneCodes = PhoneCodeRecorder(logger: dependencies.logger)
        let application = try await Application.open(
            .memory,
            masterKey: { _ throws(CardeaServer.StartError) in dependencies.random.bytes(32) },
            publicURL: url.withLock(\.self),
            dependencies
        )
        let access = EmulatorAccess(projects: application.projects, defaultProject: Self.firstProject)
        _ = try await access.project(id: Self.firstProject)
        let api = EmulatorAPI(
            users: application.services.users,
            verification: application.services.verification,
            phone: application.services.phone,
            projects: application.projects,
            access: access,
            control: self
        )
        site.replace(
            by: Sites.open(
                application,
                access: access,
                readiness: readiness,
                crossOrigin: visitors.crossOriginAccess,
                trusting: TrustedProxies([]),
                emulator: (api, visitors)
            )
        )
        let former = present.withLock { present in
            defer { present = application }
            return present
        }
        clock.freeze(at: nil)
        await former?.close()
    }

    func setClock(to moment: Timestamp?) async { clock.freeze(at: moment) }

    func close() async { await present.withLock(\.self)?.close() }
}
