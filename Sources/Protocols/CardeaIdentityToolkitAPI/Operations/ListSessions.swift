import CardeaIdentityDomain
import CardeaIdentityService
package import CardeaIdentityWire
package import CardeaOperations

extension ToolkitOperation {
    static var listSessions: Self {
        Operation(
            "accounts.listSessions",
            "Lists the sessions of the user of an ID token, or of the user that an administrator names, the newest first. Ended ones are listed as long as they are stored.",
            paths: .app("listSessions") + .administrator("accounts:listSessions"),
            by: [.user, .administrator],
            errors: .toolkit(.missingIDToken, .invalidIDToken, .tokenExpired, .userNotFound, .userDisabled)
        ) { (call, message: SessionsRequest) in
            let who = try await call.sessionOwner(message)
            let sessions = try await call.services.sessions.list(of: who.user, in: who.pool)
            return ListSessionsResponse(sessions: sessions.map { SessionInfo($0, current: who.session) })
        }
    }

    static var endSession: Self {
        Operation(
            "accounts.endSession",
            "Ends a session of the user of an ID token, or of the user that an administrator names.",
            paths: .app("endSession") + .administrator("accounts:endSession"),
            by: [.user, .administrator],
            errors: .toolkit(
                .missingIDToken,
                .invalidIDToken,
                .tokenExpired,
                .userNotFound,
                .userDisabled,
                .missingSessionID,
                .sessionNotFound
            )
        ) { (call, message: SessionsRequest) -> EmptyObject in
            guard let text = message.sessionId else { throw IdentityToolkitError(.missingSessionID) }
            guard let id = SessionID(text: text) else { throw IdentityToolkitError(.sessionNotFound) }
            let who = try await call.sessionOwner(message)
            try await call.services.sessions.end(
                id,
                of: who.user,
                in: who.pool,
                because: call.namesUsers ? .administrator : .signOut,
                by: who.actor
            )
            return EmptyObject()
        }
    }

    static var endOtherSessions: Self {
        Operation(
            "accounts.endOtherSessions",
            "Ends all sessions of the user of an ID token but the one of the token. Its sign-in must be recent.",
            paths: .app("endOtherSessions"),
            by: [.user],
            errors: .toolkit(
                .missingIDToken,
                .invalidIDToken,
                .tokenExpired,
                .userNotFound,
                .userDisabled,
                .credentialTooOldLoginAgain
            )
        ) { (call, message: SessionsRequest) -> EmptyObject in
            try await call.services.sessions.endOthers(of: try await call.user(message.idToken))
            return EmptyObject()
        }
    }
}

extension ToolkitCall {
    fileprivate typealias Owner = (user: UserID, pool: UserPool, session: SessionID?, actor: Actor)

    /// The user of a request about sessions, and the session of its ID token.
    fileprivate func sessionOwner(_ message: SessionsRequest) async throws -> Owner {
        if namesUsers {
            try requireTenant(of: message.idToken)
            guard let localID = message.localId else { throw IdentityToolkitError(.missingLocalID) }
            let user = UserID(rawValue: localID)
            guard try await services.users.find(.id(user), in: caller.pool) != nil else {
                throw IdentityError.user(.notFound)
            }
            return (user, caller.pool, nil, caller.actor)
        }
        let who = try await user(message.idToken)
        return (who.user.id, who.user.pool, who.session.id, who.caller.actor)
    }
}

extension SessionsRequest: InputMessage {
    package static let inputFields = InputTable<Self> {
        InputField.idToken(\.idToken, "Token of the user.")
        InputField(
            \.localId,
            .name(128),
            "ID of the user.",
            .required("MISSING_LOCAL_ID", of: [.administrator])
        )
        InputField(\.sessionId, .name(64), "ID of the session that ends.")
        InputField.scope
    }
}

extension SessionInfo {
    fileprivate init(_ listed: ListedSession, current: SessionID?) {
        let session = listed.session
        self.init(
            sessionId: session.id.text,
            current: session.id == current,
            state: listed.end == nil ? "ACTIVE" : "ENDED",
            deviceClass: session.device.deviceClass.rawValue,
            methods: session.authentication.proofs.map(\.method.rawValue),
            createdAt: session.createdAt.internetTime,
            lastSeenAt: session.seenAt.internetTime
        )
        app = session.app?.rawValue
        (deviceName, deviceModel) = (session.device.name, session.device.model)
        (deviceSystem, userAgent) = (session.device.system, session.userAgent)
        network = session.network
        level = session.authentication.level?.rawValue
        expiresAt = session.expiresAt?.internetTime
        (endReason, endedAt) = (listed.endReason, listed.endedAt?.internetTime)
        successor = session.successor?.rawValue
    }
}

extension ListSessionsResponse: OutputMessage {
    package static let outputFields = OutputTable<Self> {
        OutputField(\.sessions, "The sessions, the newest first; 200 at most.")
    }
}

extension SessionInfo: OutputMessage {
    package static let outputFields = OutputTable<Self> {
        OutputField(\.sessionId, "ID of the session: `sid` of its tokens.")
        OutputField(\.current, "Whether the ID token of the request belongs to it.")
        OutputField(\.state, "ACTIVE or ENDED.")
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
