import CardeaAdminAPI
import CardeaHTTPMessages

struct SessionListCommand: ManagementCommand {
    static let name = "list"
    static let summary = "Lists the sessions of a user, the newest first, with those that have ended."

    @Argument(UserArgument.help) var user = ""
    @OptionGroup var options = PoolOptions()

    var request: AdminRequest<SessionList> { .get(options.path("users", user, "sessions")) }
}

struct SessionShow: ManagementCommand {
    static let name = "show"
    static let summary = "Shows a session of a user: device, methods, times, and why it has ended."

    @Argument(UserArgument.help) var user = ""
    @Argument("The session's id, as 'session list' shows it.") var session = ""
    @OptionGroup var options = PoolOptions()

    var request: AdminRequest<SessionList> { .get(options.path("users", user, "sessions")) }

    func text(of list: SessionList) throws -> TerminalText {
        guard let found = list.sessions.first(where: { $0.id.utf8.elementsEqual(session.utf8) }) else {
            throw CommandFailure("the user has no such session")
        }
        return found.text
    }
}

struct SessionEnd: ManagementCommand, IrreversibleCommand {
    static let name = "end"
    static let summary = "Ends a session of a user; its tokens are rejected at once."

    @Argument(UserArgument.help) var user = ""
    @Argument("The session's id, as 'session list' shows it.") var session = ""
    @OptionGroup var confirmation = Confirmation()
    @OptionGroup var options = PoolOptions()

    var loss: TerminalText? { "The session \(session) of \(user) will end." }

    var request: AdminRequest<SessionList> { .delete(options.path("users", user, "sessions", session)) }

    func text(of _: SessionList) -> TerminalText { "The session \(session) has ended." }
}

struct SessionEndAll: SignOutCommand {
    static let name = "end-all"

    @Argument(UserArgument.help) var user = ""
    @OptionGroup var options = PoolOptions()
}

extension SessionList: Printable {
    var text: TerminalText {
        Table.list(
            "sessions",
            ["ID", "STATE", "CLASS", "DEVICE", "APP", "LAST SEEN", "CREATED", "NETWORK"],
            sessions.map { session in
                [
                    session.id, session.active ? "active" : session.endReason, session.deviceClass,
                    session.deviceName ?? session.deviceModel, session.app, Table.moment(session.lastSeenAt),
                    Table.moment(session.createdAt), session.network,
                ]
            }
        )
    }
}

extension SessionResource: Printable {
    var text: TerminalText {
        Table.item([
            ("id", id), ("state", active ? "active" : "ended"), ("end", endReason),
            ("ended", Table.moment(endedAt)), ("taken by", successor), ("app", app),
            ("class", deviceClass), ("device", deviceName), ("model", deviceModel), ("system", deviceSystem),
            ("program", userAgent), ("network", network), ("methods", methods.joined(separator: ", ")),
            ("level", level), ("created", Table.moment(createdAt)), ("last seen", Table.moment(lastSeenAt)),
            ("expires", Table.moment(expiresAt)),
        ])
    }
}
