import CardeaEncodings
package import CardeaIdentityDomain

/// The sender of a request: its scope, and the network address.
package struct Caller: Sendable {
    /// The project, the tenant, the app, and the policy that holds for them.
    package private(set) var scope: RequestScope
    /// The peer's network address, without the port.
    package let remoteAddress: String
    package let userAgent: String?
    /// The request's `Cardea-Device`, if it has one; a sign-in reads it.
    package let deviceField: String?
    /// The request's `Idempotency-Key`, if it has one.
    package let idempotencyKey: String?
    /// The language of mails and pages, as a tag (BCP 47), if the request names one.
    package let language: String?
    /// The identity behind what the request changes.
    package private(set) var actor: Actor

    package init(
        _ scope: RequestScope,
        remoteAddress: String,
        userAgent: String? = nil,
        deviceField: String? = nil,
        idempotencyKey: String? = nil,
        language: String? = nil,
        actor: Actor? = nil
    ) {
        self.scope = scope
        self.actor = actor ?? .app(scope.app)
        self.remoteAddress = remoteAddress
        self.userAgent = userAgent
        self.deviceField = deviceField
        self.idempotencyKey = idempotencyKey
        self.language = language.flatMap { Self.isLanguage($0) ? $0 : nil }
    }

    /// The device of a sign-in.
    ///
    /// - Throws: `.input(.invalidDevice)`
    var device: Device {
        get throws(IdentityError) {
            guard let deviceField else { return Device(userAgent: userAgent) }
            guard let device = Device(field: deviceField, userAgent: userAgent) else {
                throw .input(.invalidDevice)
            }
            return device
        }
    }

    var origin: RefreshOrigin { RefreshOrigin(userAgent: userAgent, remoteAddress: remoteAddress) }

    private static func isLanguage(_ tag: String) -> Bool {
        (2...35).contains(tag.utf8.count)
            && tag.utf8.allSatisfy {
                ASCII.isAlphanumeric($0) || "-_".utf8.contains($0)
            }
    }

    package var project: Project { scope.project }
    package var tenant: TenantID? { scope.tenant }
    /// The app, if it has an entry of its own.
    package var app: AppID? { scope.app }
    /// The settings of the project with those of its tenant and its app.
    package var policy: Policy { scope.policy }
    package var pool: UserPool { scope.pool }

    /// The client as OAuth names it: the app, or the project if the app has no entry.
    var clientID: String { app?.rawValue ?? project.id.rawValue }
}

extension Caller {
    /// The same caller, as a user who is signed in.
    func signedIn(as who: Authenticated) -> Caller {
        var caller = self
        caller.actor = .user(who.user.id, who.session.id)
        return caller
    }

    /// The same caller with the tenant and the app of a session: a request with a token need not name them.
    ///
    /// The session's own app decides which settings hold (X6).
    ///
    /// - Throws: `.user(.notFound)` if the tenant has been deleted.
    func moved(to session: Session, in projects: ProjectDirectory) throws(IdentityError) -> Caller {
        guard !isScope(of: session) else { return self }
        guard let scope = projects.scope(in: session.pool, of: session.app) else { throw .user(.notFound) }
        var caller = self
        caller.scope = scope
        return caller
    }

    /// Whether the settings of the request are those of the session.
    func isScope(of session: some TokenContext) -> Bool {
        session.pool.tenant == tenant && session.app == app
    }
}

extension ProjectDirectory {
    /// The settings for a session: those of its project, its tenant and its own app, whichever app asks (X6).
    ///
    /// - Throws: `.user(.notFound)` if the tenant has been deleted.
    func policy(of session: some TokenContext, for caller: Caller) throws(IdentityError) -> Policy {
        guard !caller.isScope(of: session) else { return caller.policy }
        guard let policy = policy(in: session.pool, of: session.app) else { throw .user(.notFound) }
        return policy
    }
}
