import CardeaHTTPMessages
import CardeaIdentityDomain
import CardeaIdentityService
package import CardeaOperations

extension AdminOperation {
    private static var sessions: [String] {
        ["/projects/{project}/users/{user}", "/projects/{project}/tenants/{tenant}/users/{user}"]
            .map { $0 + "/sessions" }
    }

    static var listSessions: Self {
        Operation(
            "sessions.list",
            "Lists the sessions of a user, the newest first. Ended ones are listed as long as they are stored.",
            .get,
            sessions,
            errors: [.notFound]
        ) { (call, _: NoInput) in try await call.sessionList(of: try await call.user) }
    }

    static var endSession: Self {
        Operation(
            "sessions.end",
            "Ends a session of a user, and lists all.",
            .delete,
            sessions.map { $0 + "/{session}" },
            errors: [.notFound]
        ) { (call, _: NoInput) in
            let user = try await call.user
            guard let id = SessionID(text: call["session"]) else { throw AdminError.unknownSession }
            do throws(IdentityError) {
                try await call.services.sessions.end(
                    id,
                    of: user.id,
                    in: user.pool,
                    because: .administrator,
                    by: call.actor
                )
            } catch .token(.unknownSession) {
                throw AdminError.unknownSession
            }
            return try await call.sessionList(of: user)
        }
    }
}

extension AdminError {
    fileprivate static let unknownSession = AdminError(.notFound, "the user has no such session")
}

extension AdminCall {
    fileprivate func sessionList(of user: User) async throws -> SessionList {
        SessionList(
            sessions: try await services.sessions.list(of: user.id, in: user.pool).map(SessionResource.init)
        )
    }
}

/// The sessions of a user.
package struct SessionList: OutputMessage, Codable {
    package let sessions: [SessionResource]

    package static let outputFields = OutputTable<Self> {
        OutputField(\.sessions, "The sessions, the newest first; 200 at most.")
    }
}

/// A session of a user; moments are milliseconds since 1970.
package struct SessionResource: OutputMessage, Codable {
    package let id: String
    package let active: Bool
    package let app: String?
    package let deviceClass: String
    package let deviceName: String?
    package let deviceModel: String?
    package let deviceSystem: String?
    package let userAgent: String?
    package let network: String?
    package let methods: [String]
    package let level: String?
    package let createdAt: Int64
    package let lastSeenAt: Int64
    package let expiresAt: Int64?
    package let endedAt: Int64?
    package let endReason: String?
    package let successor: String?

    init(_ listed: ListedSession) {
        let session = listed.session
        id = session.id.text
        active = listed.end == nil
        app = session.app?.rawValue
        deviceClass = session.device.deviceClass.rawValue
        deviceName = session.device.name
        deviceModel = session.device.model
        deviceSystem = session.device.system
        userAgent = session.userAgent
        network = session.network
        methods = session.authentication.proofs.map(\.method.rawValue)
        level = session.authentication.level?.rawValue
        createdAt = session.createdAt.milliseconds
        lastSeenAt = session.seenAt.milliseconds
        expiresAt = session.expiresAt?.milliseconds
        endedAt = listed.endedAt?.milliseconds
        endReason = listed.endReason
        successor = session.successor?.rawValue
    }

    package static let outputFields = OutputTable<Self> {
        OutputField(\.id, "ID of the session: `sid` of its tokens.")
        OutputField(\.active, "Whether its tokens are accepted.")
        OutputField(\.app, "App of the session.")
        OutputField(\.deviceClass, "phone, tablet, desktop, web, tv, watch or other.")
        OutputField(\.deviceName, "Name of the device.")
        OutputField(\.deviceModel, "Model of the device.")
        OutputField(\.deviceSystem, "Operating system, or browser.")
        OutputField(\.userAgent, "Program of the sign-in.")
        OutputField(\.network, "Block of network addresses of the sign-in.")
        OutputField(\.methods, "Authentication methods (`amr`).")
        OutputField(\.level, "Level of authentication (`acr`).")
        OutputField(\.createdAt, "Time of the sign-in.")
        OutputField(\.lastSeenAt, "Time of the last use, to within 5 minutes.")
        OutputField(\.expiresAt, "Time of the end by the policy.")
        OutputField(\.endedAt, "Time of the end.")
        OutputField(\.endReason, "Reason of the end, such as sign_out or session_limit.")
        OutputField(\.successor, "Class of the device that took the place of the session.")
    }
}
