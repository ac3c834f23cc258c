import CardeaAdminAPI
import CardeaHTTPMessages

/// How the commands name a user.
enum UserArgument {
    static let help = """
        The user's id, e-mail address, phone number or user name; a prefix id:, email:, phone: or name: sets the kind.
        """
}

struct UserList: ManagementCommand {
    static let name = "list"
    static let summary = "Lists users, ordered by id."

    @Option("The largest number of users, 1000 at most.", value: "N") var limit = 100
    @Option("The id after which the list begins.", value: "ID") var after: String?
    @OptionGroup var options = PoolOptions()

    var request: AdminRequest<CardeaAdminAPI.UserList> {
        .get(options.path("users"), query: [("limit", "\(limit)"), ("after", after)])
    }
}

struct UserShow: ManagementCommand {
    static let name = "show"
    static let summary = "Shows a user."

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
        var change = UserResource()
        change.disabled = false
        return .patch(options.path("users", user), change)
    }
}

struct UserDisable: ManagementCommand {
    static let name = "disable"
    static let summary = "Disables a user: ends all sessions and rejects sign-ins."

    @Argument(UserArgument.help) var user = ""
    @OptionGroup var options = PoolOptions()

    var request: AdminRequest<UserResource> {
        var change = UserResource()
        change.disabled = true
        return .patch(options.path("users", user), change)
    }
}

struct UserDelete: ManagementCommand {
    static let name = "delete"
    static let summary = "Deletes a user with all sessions; it cannot be undone."

    @Argument(UserArgument.help) var user = ""
    @OptionGroup var options = PoolOptions()

    var request: AdminRequest<UserResource> { .delete(options.path("users", user)) }

    func text(of deleted: UserResource) -> TerminalText {
        "The user \(deleted.email ?? deleted.id ?? user) is deleted."
    }
}

extension CardeaAdminAPI.UserList: Printable {
    var text: TerminalText {
        Table.list(
            ["ID", "E-MAIL", "USER NAME", "PHONE", "NAME", "STATE", "CREATED", "LAST SIGN-IN"],
            users.map { user in
                [
                    user.id, user.email, user.userName, user.phoneNumber, user.displayName,
                    Table.state(user.disabled), Table.moment(user.createdAt),
                    Table.moment(user.lastSignedInAt),
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
        return Table.item(facts)
    }
}
