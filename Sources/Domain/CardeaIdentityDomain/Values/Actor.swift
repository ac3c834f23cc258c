/// The identity behind a change: decisions, the log and the record of security events name it.
package enum Actor: Sendable, Equatable {
    /// The server itself: housekeeping, deliveries, what happens at a start.
    case server
    /// An app, for a person who has not signed in; `nil` if the app has no entry of its own.
    case app(AppID?)
    case user(UserID, SessionID)
    case administrator(Administrator)
    case serviceAccount(ServiceAccountID)
    /// A user of this machine, who reaches the control socket or runs a command.
    case `operator`(SystemAccount?)
    /// Everybody who reaches an emulator.
    case emulator

    /// A user of the machine that the server runs on.
    package struct SystemAccount: Sendable, Equatable {
        package let id: UInt32
        package let name: String?

        package init(id: UInt32, name: String?) { (self.id, self.name) = (id, name) }
    }

    /// The roles that the actor has.
    package var grants: [Grant] {
        switch self {
        case .app, .user: []
        case .administrator(let administrator): administrator.grants
        case .serviceAccount(let account): [Grant(.owner, of: account.project)]
        case .server, .operator, .emulator: [Grant(.owner)]
        }
    }

    /// Whether the actor may administer a project as a whole.
    package func mayAdminister(_ project: ProjectID) -> Bool {
        grants.contains { $0.role == .owner && $0.covers(UserPool(project: project)) }
    }

    /// The project that the actor belongs to; `nil` if it may administer all, or none.
    package var project: ProjectID? {
        switch self {
        case .administrator(let administrator): administrator.grants.first?.project
        case .serviceAccount(let account): account.project
        case .server, .app, .user, .operator, .emulator: nil
        }
    }

    /// The kind of the actor, for the log and for records.
    package var kind: String {
        switch self {
        case .server: "server"
        case .app: "app"
        case .user: "user"
        case .administrator: "administrator"
        case .serviceAccount: "serviceAccount"
        case .operator: "operator"
        case .emulator: "emulator"
        }
    }

    /// The ID of the actor within its kind; `nil` if the kind says it all.
    package var id: String? {
        switch self {
        case .server, .emulator: nil
        case .app(let app): app?.rawValue
        case .user(let user, _): user.rawValue
        case .administrator(let administrator): administrator.id
        case .serviceAccount(let account): account.email
        case .operator(let account): account.map { "\($0.id)" }
        }
    }
}

/// The holder of an administrator's credential.
package struct Administrator: Sendable, Equatable {
    package let id: String
    /// The name that lists show.
    package let name: String
    package let grants: [Grant]

    package init(id: String, name: String, grants: [Grant]) {
        (self.id, self.name, self.grants) = (id, name, grants)
    }
}

/// A role in the whole server, in a project, or in one of its tenants.
package struct Grant: Sendable, Equatable {
    package let role: Role
    /// `nil` for all projects.
    package let project: ProjectID?
    /// `nil` for the project with all its tenants.
    package let tenant: TenantID?

    package init(_ role: Role, of project: ProjectID? = nil, tenant: TenantID? = nil) {
        (self.role, self.project, self.tenant) = (role, project, tenant)
    }

    /// Whether the role holds in a user pool.
    package func covers(_ pool: UserPool) -> Bool {
        project == nil || project == pool.project && (tenant == nil || tenant == pool.tenant)
    }
}

/// The permissions of a grant.
package enum Role: String, Sendable, CaseIterable {
    /// Everything, also the credentials of others.
    case owner
    /// Settings, apps, tenants and users, but no credentials of others.
    case editor
    /// Users and their sessions.
    case userAdministrator = "user-administrator"
    /// Reads only.
    case viewer
}

/// An actor as it was recorded.
package struct RecordedActor: Sendable, Equatable {
    package let kind: String
    package let id: String?

    package init(kind: String, id: String?) { (self.kind, self.id) = (kind, id) }

    package init(_ actor: Actor) { self.init(kind: actor.kind, id: actor.id) }
}
