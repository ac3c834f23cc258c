import CardeaAdminAPI
import CardeaHTTPMessages

/// The way in which the commands name a user.
enum UserArgument {
    static let help = """
        The user's id, e-mail address, phone number or user name; a prefix id:, email:, phone: or name: sets the kind.
        """
}

struct UserList: Command {
    static let name = "list"
    static let summary = "Lists users, ordered by id."
    static let discussion = """
        --contains has no index: the server reads 10000 users for each of its responses, and the command continues until it has
        found enough.
        """

    @Option("A part of the e-mail address, the user name or the phone number.", value: "TEXT")
    var contains: String?
    @Option("The largest number of users, 1000 at most.", value: "N") var limit = 100
    @Option("The id after which the list begins.", value: "ID") var after: String?
    @OptionGroup var options = PoolOptions()

    func run(_ console: Console) async throws {
        let meter = ProgressMeter("searched", console, delay: .seconds(1))
        let list = try await Management.use(options.data, console) { management in
            var (users, next, pages) = ([UserResource](), after, 0)
            repeat {
                let query: [(name: String, value: String?)] = [
                    ("limit", "\(limit - users.count)"), ("after", next), ("contains", contains),
                ]
                let request = AdminRequest<CardeaAdminAPI.UserList>.get(options.path("users"), query: query)
                let page = try await management.send(request).decode(CardeaAdminAPI.UserList.self)
                users += page.users
                next = page.next
                pages += 1
                meter.show(nil, count: pages * 10_000)
            } while next != nil && users.count < limit
            return CardeaAdminAPI.UserList(users: users, next: next)
        }
        meter.end()
        if options.json { return console.print(json: try AdminResponse(encoding: list).json) }
        console.print(list.text)
    }
}

struct UserShow: ManagementCommand {
    static let name = "show"
    static let summary = "Shows a user: names, ways to sign in, state and number of sessions."

    @Argument(UserArgument.help) var user = ""
    @OptionGroup var options = PoolOptions()

    var request: AdminRequest<UserResource> { .get(options.path("users", user)) }
}

struct UserEnable: ManagementCommand {
    static let name = "enable"
    static let summary = "Lets a disabled user sign in again."

    @Argument(UserArgument.help) var user = ""
    @OptionGroup var options = PoolOptions()

    var request: AdminRequest<UserResource> {
        .change(options.path("users", user)) { $0.disabled = false }
    }
}

struct UserDisable: ManagementCommand {
    static let name = "disable"
    static let summary = "Disables a user: ends all sessions and rejects sign-ins."

    @Argument(UserArgument.help) var user = ""
    @OptionGroup var options = PoolOptions()

    var request: AdminRequest<UserResource> {
        .change(options.path("users", user)) { $0.disabled = true }
    }
}

/// A command that ends all sessions of a user.
protocol SignOutCommand: ManagementCommand {
    var user: String { get }
    var options: PoolOptions { get }
}

extension SignOutCommand {
    static var summary: String { "Ends all sessions of a user; the user can sign in again." }

    var request: AdminRequest<UserResource> { .post(options.path("users", user), verb: "signOut") }

    func text(of user: UserResource) -> TerminalText {
        "All sessions of the user \(user.email ?? user.id ?? self.user) have ended."
    }
}

struct UserSignOut: SignOutCommand {
    static let name = "sign-out"

    @Argument(UserArgument.help) var user = ""
    @OptionGroup var options = PoolOptions()
}

struct UserUnlink: ManagementCommand, IrreversibleCommand {
    static let name = "unlink"
    static let summary =
        "Removes the account of a user at an identity provider; the user cannot sign in with it."

    @Argument(UserArgument.help) var user = ""
    @Argument("The provider's id, as 'user show' shows it.") var provider = ""
    @OptionGroup var confirmation = Confirmation()
    @OptionGroup var options = PoolOptions()

    var loss: TerminalText? { "The user \(user) will lose the account at \(provider) as a way to sign in." }

    var request: AdminRequest<UserResource> { .delete(options.path("users", user, "providers", provider)) }
}

struct UserSendReset: ManagementCommand {
    static let name = "send-reset"
    static let summary = "Sends a user a mail with a link to choose a new password."

    @Argument(UserArgument.help) var user = ""
    @Option("The language of the mail, such as en or pt-br (default: that of the project).", value: "TAG")
    var language: String?
    @OptionGroup var options = PoolOptions()

    var request: AdminRequest<UserResource> {
        .post(
            options.path("users", user),
            verb: "sendPasswordReset",
            ["language": language].compactMapValues(\.self)
        )
    }

    func text(of user: UserResource) -> TerminalText {
        "A mail to \(user.email ?? "") is in the outbox. 'cardea outbox list' shows it until it is sent."
    }
}

struct UserDelete: ManagementCommand, IrreversibleCommand {
    static let name = "delete"
    static let summary = "Deletes a user with all sessions; it cannot be undone."

    @Argument(UserArgument.help) var user = ""
    @OptionGroup var confirmation = Confirmation()
    @OptionGroup var options = PoolOptions()

    var loss: TerminalText? { loss(of: user) }

    /// Names the user, whom the person may know by the address alone.
    func loss(_ console: Console) async throws -> TerminalText? {
        let request = AdminRequest<UserResource>.get(options.path("users", user))
        let found = try await Management.use(options.data, console) { management in
            try await management.send(request).decode(UserResource.self)
        }
        guard let name = found.email, !user.utf8.reversed().starts(with: name.utf8.reversed()) else {
            return loss
        }
        return loss(of: "\(name) (\(user))")
    }

    private func loss(of name: String) -> TerminalText {
        "The user \(name) will be deleted with all sessions."
    }

    var request: AdminRequest<UserResource> { .delete(options.path("users", user)) }

    func text(of deleted: UserResource) -> TerminalText {
        "The user \(deleted.email ?? deleted.id ?? user) is deleted."
    }
}

extension CardeaAdminAPI.UserList: Printable {
    var text: TerminalText {
        Table.list(
            "users",
            ["ID", "E-MAIL", "USER NAME", "PHONE", "STATE", "NAME", "LAST SIGN-IN", "CREATED"],
            users.map { user in
                [
                    user.id, user.email, user.userName, user.phoneNumber, Table.state(user.disabled),
                    user.displayName, Table.moment(user.lastSignedInAt), Table.moment(user.createdAt),
                ]
            },
            more: next.map { "--after \($0)" }
        )
    }
}

extension UserResource: Printable {
    var text: TerminalText {
        var facts = [
            ("id", id), ("e-mail", email.map { $0 + (emailVerified == true ? "" : " (not verified)") }),
            ("user name", userName), ("name", displayName), ("photo", photoURL), ("phone", phoneNumber),
            ("claims", customClaims), ("password", hasPassword.map { $0 ? "yes" : "no" }),
            ("state", Table.state(disabled)),
            ("created", Table.moment(createdAt)), ("last sign-in", Table.moment(lastSignedInAt)),
        ]
        if let tenant { facts.insert(("tenant", tenant), at: 1) }
        for account in providers ?? [] {
            let address = account.email.map { ", \($0)" } ?? ""
            let linked = Table.moment(account.linkedAt).map { ", linked \($0)" } ?? ""
            facts.append(("provider", "\(account.provider): \(account.subject)\(address)\(linked)"))
        }
        if let sessions { facts.append(("sessions", "\(sessions)")) }
        return Table.item(facts)
    }
}
