import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaIdentityWire

/// How tests set up, look into and wipe an emulator: `/emulator/v1/…`, without a credential.
struct EmulatorController: Sendable {
    let service: IdentityService
    let projects: ProjectDirectory
    let access: any ProjectAccess
    let control: any EmulatorControl

    func deleteAccounts(_ request: Request, _ path: PathParameters) async -> Response {
        await Gate.answering {
            let project = try await project(path)
            let pool = UserPool(project: project.id, tenant: path["tenant"].map(TenantID.init(rawValue:)))
            while true {
                let users = try await service.users(in: pool, after: nil, limit: 1000)
                guard !users.isEmpty else { return .json(encoding: Nothing()) }
                for user in users { try await service.deleteUser(user.id, in: pool) }
            }
        }
    }

    func config(_ request: Request, _ path: PathParameters) async -> Response {
        await Gate.answering { .json(encoding: EmulatorConfig(try await project(path))) }
    }

    func updateConfig(_ request: Request, _ path: PathParameters) async -> Response {
        await Gate.answering {
            var fields = try MessageFields(body: request.body)
            let changes = try EmulatorConfigChanges(reading: &fields)
            try fields.finish()
            var project = try await project(path)
            if changes.allowDuplicateEmails == true { throw IdentityToolkitError(.operationNotAllowed) }
            if let protects = changes.enableImprovedEmailPrivacy {
                project.policy.signIn.protectsEmailEnumeration = protects
                try await projects.update(project)
            }
            return .json(encoding: EmulatorConfig(project))
        }
    }

    func wipe(_ request: Request, _ path: PathParameters) async -> Response {
        await Gate.answering {
            try await control.wipe()
            return .json(encoding: Nothing())
        }
    }

    func setClock(_ request: Request, _ path: PathParameters) async -> Response {
        await Gate.answering {
            var fields = try MessageFields(body: request.body)
            let now = try fields.integer("nowMs")
            try fields.finish()
            let moment = try now.map { milliseconds throws(IdentityToolkitError) in
                guard let moment = Timestamp(checkingMilliseconds: milliseconds) else {
                    throw IdentityToolkitError(
                        .invalidArgument,
                        "nowMs must be from 0 (1970) to \(Timestamp.last.milliseconds) (the year 9999)."
                    )
                }
                return moment
            }
            await control.setClock(to: moment)
            return .json(encoding: Nothing())
        }
    }

    private func project(_ path: PathParameters) async throws -> Project {
        guard let project = try await access.project(id: ProjectID(rawValue: path["project"] ?? "")) else {
            throw IdentityToolkitError(.projectNotFound)
        }
        return project
    }
}

/// An answer that says nothing but that it was done.
private struct Nothing: Encodable {}
