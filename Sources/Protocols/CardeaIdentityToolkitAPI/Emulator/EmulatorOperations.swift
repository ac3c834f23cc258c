import CardeaHTTPMessages
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaIdentityWire
import CardeaOperations

/// The way in which tests set up, read and wipe an emulator: `/emulator/v1/…`, without a credential.
extension Operation<EmulatorCall> {
    private static var project: String { "/emulator/v1/projects/{project}" }

    static var status: Self {
        Operation(
            "emulator.getStatus",
            "Says that this is an emulator.",
            method: .get,
            paths: [PathForm("/")],
            by: [.anyone],
            tenant: .none
        ) { (_, _: NoInput) in EmulatorStatus() }
    }

    static var deleteAccounts: Self {
        Operation(
            "emulator.deleteAccounts",
            "Deletes all users of a project or of a tenant.",
            method: .delete,
            paths: [
                PathForm("\(project)/accounts"),
                PathForm("\(project)/tenants/{tenant}/accounts", variant: "tenant"),
            ],
            by: [.anyone],
            errors: .toolkit(.projectNotFound)
        ) { (call, _: NoInput) in
            let pool = UserPool(project: try await call.project.id, tenant: call.tenant)
            while true {
                let users = try await call.services.users.list(in: pool, after: nil, limit: 1000)
                guard !users.isEmpty else { return EmptyObject() }
                for user in users { try await call.services.users.delete(user.id, in: pool, by: .emulator) }
            }
        }
    }

    static var listCodes: Self {
        Operation(
            "emulator.listOobCodes",
            "Lists the codes that were sent by e-mail and are not used.",
            method: .get,
            paths: [
                PathForm("\(project)/oobCodes"),
                PathForm("\(project)/tenants/{tenant}/oobCodes", variant: "tenant"),
            ],
            by: [.anyone],
            errors: .toolkit(.projectNotFound)
        ) { (call, _: NoInput) in
            let pool = UserPool(project: try await call.project.id, tenant: call.tenant)
            return OobCodes(
                oobCodes: try await call.services.verification.readableCodes(in: pool).map(OobCode.init)
            )
        }
    }

    static var getConfig: Self {
        Operation(
            "emulator.getConfig",
            "Returns the settings that tests can change.",
            method: .get,
            paths: [PathForm("\(project)/config")],
            by: [.anyone],
            tenant: .none,
            errors: .toolkit(.projectNotFound)
        ) { (call, _: NoInput) in try await call.config }
    }

    static var updateConfig: Self {
        Operation(
            "emulator.updateConfig",
            "Changes settings of a project.",
            method: .patch,
            paths: [PathForm("\(project)/config")],
            by: [.anyone],
            tenant: .none,
            errors: .toolkit(.projectNotFound)
        ) { (call, changes: EmulatorConfigChanges) in
            try await call.services.projects.change(try await call.project, by: .emulator) { project in
                if let allows = changes.signIn?.allowDuplicateEmails {
                    project.policy.signIn.allowsDuplicateEmails = allows
                }
                if let protects = changes.emailPrivacyConfig?.enableImprovedEmailPrivacy {
                    project.policy.signIn.protectsEmailEnumeration = protects
                }
            }
            return try await call.config
        }
    }

    static var wipe: Self {
        Operation(
            "emulator.wipe",
            "Deletes all projects, users, sessions and keys.",
            method: .delete,
            paths: [PathForm("/emulator/v1/state")],
            by: [.anyone],
            tenant: .none
        ) { (call, _: NoInput) in
            try await call.services.control.wipe()
            return EmptyObject()
        }
    }

    static var setClock: Self {
        Operation(
            "emulator.setClock",
            "Stops the clock at a time, or lets it run again.",
            method: .put,
            paths: [PathForm("/emulator/v1/clock")],
            by: [.anyone],
            tenant: .none
        ) { (call, message: ClockMessage) in
            await call.services.control.setClock(to: message.nowMs.map(Timestamp.init(milliseconds:)))
            return EmptyObject()
        }
    }
}

/// That the server is an emulator, in the form by which tools recognize one.
struct EmulatorStatus: OutputMessage {
    struct Readiness: OutputMessage {
        let ready = true
        let apiSpec = EmulatorAPI.documentPath

        static let outputFields = OutputTable<Self> {
            OutputField(\.ready, "Always true.")
            OutputField(\.apiSpec, "Path of the description of all operations (OpenAPI 3.1).")
        }
    }

    let authEmulator = Readiness()

    static let outputFields = OutputTable<Self> { OutputField(\.authEmulator, "Status of the emulator.") }
}

extension EmulatorCall {
    fileprivate var config: EmulatorConfig {
        get async throws {
            let project = try await project
            return EmulatorConfig(project)
        }
    }
}

struct EmulatorConfigChanges: InputMessage {
    struct SignIn: InputMessage {
        var allowDuplicateEmails: Bool?

        static let inputFields = InputTable<Self> {
            InputField(
                \.allowDuplicateEmails,
                "Whether users of different providers can share an e-mail address."
            )
        }
    }

    var signIn: SignIn?
    var emailPrivacyConfig: EmailPrivacy?

    static let inputFields = InputTable<Self> {
        InputField(\.signIn, "Settings of sign-in.")
        InputField(\.emailPrivacyConfig, "Settings of e-mail privacy.")
    }
}

struct ClockMessage: InputMessage {
    var nowMs: Int64?

    static let inputFields = InputTable<Self> {
        InputField(
            \.nowMs,
            0...Timestamp.last.milliseconds,
            "Time in milliseconds since 1970; without it, the clock runs.",
            else: "INVALID_ARGUMENT : "
                + "nowMs must be from 0 (1970) to \(Timestamp.last.milliseconds) (the year 9999)."
        )
    }
}

/// The settings of a project that tests can see.
struct EmulatorConfig: OutputMessage {
    struct SignIn: OutputMessage {
        let allowDuplicateEmails: Bool

        static let outputFields = OutputTable<Self> {
            OutputField(
                \.allowDuplicateEmails,
                "Whether users of different providers can share an e-mail address."
            )
        }
    }

    let signIn: SignIn
    let emailPrivacyConfig: EmailPrivacy

    init(_ project: Project) {
        signIn = SignIn(allowDuplicateEmails: project.policy.signIn.allowsDuplicateEmails)
        emailPrivacyConfig = EmailPrivacy(
            enableImprovedEmailPrivacy: project.policy.signIn.protectsEmailEnumeration
        )
    }

    static let outputFields = OutputTable<Self> {
        OutputField(\.signIn, "Settings of sign-in.")
        OutputField(\.emailPrivacyConfig, "Settings of e-mail privacy.")
    }
}
