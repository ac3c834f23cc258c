import CardeaAdminAPI
import FoundationEssentials
import CardeaHTTPMessages
import CardeaIdentityDomain

struct SecurityEventList: ManagementCommand {
    static let name = "events"
    static let summary =
        "Lists security events, such as stolen refresh tokens and take-overs of users, newest first."
    static let discussion = """
        USER is an id or an e-mail address. A prefix 'id:', 'email:', 'phone:' or 'name:' sets the kind. An id may be that of a
        deleted user.
        """
    static let topics = [
        HelpSection(
            "Kinds",
            [
                .init("token_reuse", "Two parties used one refresh token; the session was ended."),
                .init(
                    "two_networks",
                    "A refresh token was used from two networks at almost the same time."
                ),
                .init(
                    "roll_forward",
                    "A refresh token was newer than the database, as after a restored backup."
                ),
                .init(
                    "take_over",
                    "The owner of an unverified address proved it; earlier credentials and sessions were ended."
                ),
                .init(
                    "recycled_address",
                    "A provider gave an address to another person; all of the former owner was ended."
                ),
            ]
        )
    ]

    @Option("The events of one user.", value: "USER") var user: String?
    @Option("The kind of event.", value: "KIND") var kind: SecurityEvent.Kind?
    @Option("The oldest time: 2026-01-31, 2026-01-31T12:00:00Z, or 24h, 7d ago.", value: "TIME")
    var since: Moment?
    @Option("The largest number of events, 1000 at most.", value: "N") var limit = 100
    @Option("The number before which the list begins.", value: "NUMBER") var before: Int?
    @OptionGroup var options = PoolOptions()

    var request: AdminRequest<CardeaAdminAPI.SecurityEventList> {
        .get(
            options.path("securityEvents"),
            query: [
                ("limit", "\(limit)"), ("user", user), ("kind", kind?.rawValue),
                ("since", since.map { "\($0.milliseconds)" }), ("before", before.map { "\($0)" }),
            ]
        )
    }
}

extension CardeaAdminAPI.SecurityEventList: Printable {
    var text: TerminalText {
        Table.list(
            "security events",
            ["NUMBER", "TIME", "KIND", "USER", "METHOD", "ADDRESS", "SESSION"],
            events.map { event in
                [
                    "\(event.number)", Table.moment(event.at), event.kind.rawValue, event.user, event.method,
                    event.remoteAddress, event.session,
                ]
            },
            more: next.map { "--before \($0)" }
        )
    }
}
