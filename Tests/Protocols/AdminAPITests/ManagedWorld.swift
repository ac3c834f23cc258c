import APITestSupport
import CardeaAdminAPI
import CardeaEncodings
import CardeaHTTPMessages
import CardeaIdentityDomain
import CardeaOperations
import Testing

extension Place {
    /// Each operation of management.
    static let managed = all(AdminAPI.operations)

    /// A value for each required field.
    var required: JSONObject {
        fields.reduce(into: [:]) { object, field in
            if case .required = field.rule.presence { object[field.name] = field.value.sample }
        }
    }
}

/// Management of a server for tests.
///
/// The project `demo` has an object of each kind; the project `other` has none.
struct ManagedWorld {
    let management: Management
    let user: String
    let tenantUser: String
    private let objects: [String: String]

    init() async throws {
        management = try await Management()
        let demo = "projects/demo"
        _ = await management.ask(.post, "\(demo)/tenants", ["id": "blue", "displayName": "Blue"])
        let app = await management.ask(.post, "\(demo)/apps", ["kind": "ios", "displayName": "Shop"])
        user = await management.ask(.post, "\(demo)/users", ["email": "ann@example.com"]).string("id")
        tenantUser = await management.ask(
            .post,
            "\(demo)/tenants/blue/users",
            ["email": "bob@example.com"]
        ).string("id")
        let account = await management.ask(.post, "\(demo)/serviceAccounts", ["name": "back-end"])
        for pool in [demo, "\(demo)/tenants/blue"] {
            let provider: JSONValue = ["provider": "google.com", "clientID": "42", "secret": "very secret"]
            _ = await management.ask(.post, "\(pool)/providers:set", provider)
        }
        let administrator = await management.ask(.get, "administrators")
        let mail = try Self.mail(at: management.server.clock.now())
        try await management.server.store.transact(by: .server) { Decision([.mail(.enqueue(mail))], ()) }
        objects = [
            "tenant": "blue", "app": app.string("id"), "name": "back-end",
            "key": account.string("private_key_id"), "message": mail.id.rawValue,
            "administrator": administrator.all("id", in: "administrators").first ?? "",
            "provider": "google.com",
        ]
        for name in objects.values { try #require(!name.isEmpty) }
        try #require(!user.isEmpty && !tenantUser.isEmpty)
    }

    private static func mail(at now: Timestamp) throws -> Mail {
        Mail(
            id: MailID(rawValue: "mail"),
            pool: UserPool(project: ProjectID(rawValue: "demo")),
            purpose: .passwordReset,
            recipient: try #require(EmailAddress("ann@example.com")),
            sealedLink: Array("sealed-link".utf8),
            createdAt: now,
            expiresAt: now + .hours(1)
        )
    }

    /// The object of `demo` that a parameter of a place names.
    func name(_ parameter: String, at place: Place) -> String {
        let user = place.form.has("tenant") ? tenantUser : user
        return ["project": "demo", "user": user, "purpose": "password_reset"][parameter] ?? objects[parameter]
            ?? "none"
    }

    /// The path of a place below the root of management, with the objects of `demo` and other names in it.
    func path(_ place: Place, naming others: [String: String]) -> String {
        let names = place.form.parameters.map { ($0, others[$0] ?? name($0, at: place)) }
        return String(place.path(Dictionary(names) { $1 }).dropFirst("/admin/v1/".count))
    }

    /// The path of a place with the objects of `demo` in it.
    func path(
        _ place: Place,
        in project: String = "demo",
        user: String? = nil,
        below: Bool = false
    ) -> String {
        let own = place.form.has("tenant") ? tenantUser : self.user
        let path = place.path(objects.merging(["project": project, "user": user ?? own]) { $1 })
        return below ? String(path.dropFirst("/admin/v1/".count)) : path
    }

    func send(
        _ place: Place,
        in project: String = "demo",
        user: String? = nil,
        query: String? = nil,
        body: String = ""
    ) async -> APIResponse {
        await management.ask(
            place.operation.method,
            path(place, in: project, user: user, below: true),
            query: query,
            text: Array(body.utf8)
        )
    }

    func state() async throws -> [String] { try await management.server.state() }
}
