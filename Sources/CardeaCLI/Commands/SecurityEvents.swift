import CardeaAdminAPI
import FoundationEssentials
import CardeaHTTPMessages

struct SecurityEventList: Command {
    static let name = "events"
    static let summary =
        "Lists security events of sessions, such as stolen refresh tokens, newest first."
    static let discussion = """
        token_reuse: two parties held the refresh token of a session; the session was ended.
        two_networks: a refresh token was used from two networks at almost the same time.
        roll_forward: a refresh token was newer than the database, as after a restored backup.
        """

    @Option("The id or e-mail address of a user.", value: "USER") var user: String?
    @Option("The kind of event.", value: "KIND") var kind: String?
    @Option("The oldest moment: 2026-01-31, 2026-01-31T12:00:00Z, or 24h, 7d ago.", value: "TIME")
    var since: Moment?
    @Option("The most events to list, 1000 at most.", value: "N") var limit = 100
    @Option("The number before which to begin.", value: "NUMBER") var before: Int?
    @OptionGroup var data = DataOptions()
    @OptionGroup var project = ProjectOptions()

    func run(_ console: Console) async throws {
        let items: [(String, String?)] = [
            ("limit", "\(limit)"), ("user", user), ("kind", kind),
            ("since", since.map { "\($0.milliseconds)" }), ("before", before.map { "\($0)" }),
        ]
        let query = items.compactMap { name, value in value.map { "\(name)=\($0.percentEncoded)" } }
        let response = try await Management.use(data, console) {
            try await $0.send(
                .get,
                "projects",
                project.project,
                "securityEvents",
                query: query.joined(separator: "&")
            )
        }
        if project.json { return console.print(json: response.json) }
        let page = try response.decode(SecurityEventListMessage.self)
        let rows = page.events.map { event in
            [
                "\(event.number)", Table.moment(event.at), event.kind, event.user, event.session ?? "-",
                event.remoteAddress ?? "-",
            ]
        }
        console.print(Table.text([["NUMBER", "TIME", "KIND", "USER", "SESSION", "ADDRESS"]] + rows))
        if let next = page.next { console.print("More: --before \(next)") }
    }
}
