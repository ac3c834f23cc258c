import APITestSupport
import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaOperations
import CardeaSecrets
import Testing

/// A user pool with an object of each kind.
struct Pool: Sendable {
    let project: String
    let tenant: String?
    var key: String { "\(project)-key" }
    /// The objects that a field of a request, or a parameter of a path, can name.
    var objects: [String: [JSONValue]] = [:]
    /// Texts that only responses about this pool may contain.
    var markers: Set<String> = []

    init(_ project: String, _ tenant: String? = nil) {
        self.project = project
        self.tenant = tenant
    }

    var name: String { tenant.map { "\(project)-\($0)" } ?? project }
    var path: [String: String] { ["project": project, "tenant": tenant ?? "none", "app": project] }

    /// The same pool with other objects.
    func isSame(as other: Pool) -> Bool { project == other.project && tenant == other.tenant }
}

/// A server with two projects, and two tenants in the first and one in the second.
struct World: Sendable {
    static let testNumber = "+16505553401"
    static let testCode = "654321"

    let server: APIServer
    private(set) var pools: [Pool] = []
    /// The ID and the secret of a back end of each project.
    private(set) var backEnds: [String: (id: String, secret: String)] = [:]

    init(_ surface: Surface) async throws {
        var policy = Policy()
        policy.phone.testNumbers = ["\(Self.testNumber)=\(Self.testCode)"]
        policy.phone.maximumPerNumberAndNetwork = 0
        policy.phone.maximumPerNumber = 0
        let isEmulator = surface == .emulator
        server = try await APIServer(policy: policy, emulator: isEmulator)
        let demo = ProjectID(rawValue: "demo")
        let other = ProjectID(rawValue: "other")
        if var project = server.projects.project(id: other) {
            project.policy = policy
            try await server.projects.change(project, by: .server) { $0 = project }
        }
        for (project, tenant) in [(demo, "blue"), (demo, "green"), (other, "red")] {
            _ = try await server.projects.createTenant(
                in: project,
                id: TenantID(rawValue: tenant),
                displayName: tenant,
                by: .server
            )
        }
        for project in [demo, other] {
            let (app, secret) = try await server.projects.createApp(
                in: project,
                kind: .server,
                displayName: "back end",
                by: .server
            )
            backEnds[project.rawValue] = (app.id.rawValue, secret?.reveal() ?? "")
        }
        for pool in [
            Pool("demo"), Pool("demo", "blue"), Pool("demo", "green"), Pool("other"), Pool("other", "red"),
        ] {
            pools.append(isEmulator ? pool : try await filled(pool, round: 0))
        }
    }

    /// The own pools of the callers at a place: the project's, and a tenant's where the place can name it.
    func pools(of place: SweptPlace) -> [Pool] {
        if place.form.has("tenant") { return [pools[1]] }
        let isScoped = place.surface == .identityToolkit && place.operation.tenant == .optional
        return isScoped ? [pools[0], pools[1]] : [pools[0]]
    }

    func send(_ request: SweepRequest, at served: String? = nil) async -> APIResponse {
        await server.send(request.request(at: served))
    }

    /// Sends JSON as an administrator of a pool.
    private func administer(
        _ pool: Pool,
        _ tail: String,
        _ body: JSONValue,
        query: String = ""
    ) async -> APIResponse {
        let scope = pool.tenant.map { "/tenants/\($0)" } ?? ""
        return await server.send(
            Request(
                .post,
                "/\(tail.hasPrefix("accounts") ? "v1" : "v2")/projects/\(pool.project)\(scope)/\(tail)",
                query: query,
                fields: [
                    .contentType: "application/json", .authorization: "Bearer \(server.administratorToken)",
                ],
                body: body.text
            )
        )
    }

    /// Sends JSON as an app of a pool.
    private func call(_ pool: Pool, _ verb: String, _ body: [String: JSONValue]) async -> APIResponse {
        var body = body
        if let tenant = pool.tenant { body["tenantId"] = .string(tenant) }
        return await server.call(verb, .object(body), key: pool.key)
    }

    /// The pool with objects that are not used yet.
    func filled(_ pool: Pool, round: Int) async throws -> Pool {
        var filled = Pool(pool.project, pool.tenant)
        let name = "\(pool.name)-\(round)"
        let email: JSONValue = .string("ada-\(name)@example.com")
        let displayName = "Ada of \(name)"
        let user = await call(pool, "signUp", ["email": email, "password": "correct horse"])
        let id = user["localId"] ?? .null
        let subject: JSONValue = .string("subject of \(name)")
        let number = "+1650555\(1000 + abs(name.utf8.reduce(0) { ($0 * 31 + Int($1)) % 9000 }))"
        let info: JSONValue = ["providerId": "google.com", "rawId": subject, "email": email]
        let update: JSONValue = [
            "localId": id, "displayName": .string(displayName), "phoneNumber": .string(number),
            "linkProviderUserInfo": info,
        ]
        let updated = await administer(pool, "accounts:update", update)
        #expect(updated.status == 200, "\(updated.text)")
        var objects: [String: [JSONValue]] = [
            "localId": [id], "localIds": [id], "email": [email], "identifier": [email],
            "phoneNumber": [.string(number)], "idToken": [user["idToken"] ?? .null],
            "federatedUserId": [["providerId": "google.com", "rawId": subject]],
            "expression": [["email": email], ["userId": id], ["phoneNumber": .string(number)]],
        ]
        objects["refreshToken"] = [user["refreshToken"] ?? .null]
        objects["token"] = objects["refreshToken"]
        objects["sessionId"] = [Self.sessionID(ofToken: user.string("idToken"))]
        objects["oobCode"] = try await codes(pool, email)
        objects["sessionInfo"] = [try await sessionInfo(pool)]
        objects["pendingToken"] = [try await pendingToken(pool, name, round: round)]
        objects["provider"] = try await providers(pool, name, round: round)
        if let tenant = pool.tenant { objects["tenant"] = [.string(tenant)] }
        filled.objects = objects
        filled.markers = Set(
            ([id, email, user["idToken"] ?? .null, user["refreshToken"] ?? .null]).compactMap(\.string)
        )
        .union([displayName, number, subject.string ?? "", "client.\(name)"])
        try #require(!filled.markers.contains(""))
        return filled
    }

    private func codes(_ pool: Pool, _ email: JSONValue) async throws -> [JSONValue] {
        var codes: [JSONValue] = []
        for type: JSONValue in ["PASSWORD_RESET", "EMAIL_SIGNIN", "VERIFY_EMAIL"] {
            let sent = await administer(
                pool,
                "accounts:sendOobCode",
                ["requestType": type, "email": email, "returnOobLink": true]
            )
            codes.append(try #require(sent["oobCode"], "\(sent.text)"))
        }
        return codes
    }

    /// The session of an ID token: `sid`.
    private static func sessionID(ofToken token: String) -> JSONValue {
        let payload = token.split(separator: ".", omittingEmptySubsequences: false).dropFirst().first ?? ""
        return Base64URL.decode(payload).flatMap { JSONValue(parsing: $0) }?["sid"] ?? .null
    }

    private func sessionInfo(_ pool: Pool) async throws -> JSONValue {
        let sent = await call(pool, "sendVerificationCode", ["phoneNumber": .string(Self.testNumber)])
        return try #require(sent["sessionInfo"], "\(sent.text)")
    }

    /// A verified sign-in whose address belongs to a user with a password.
    private func pendingToken(_ pool: Pool, _ name: String, round: Int) async throws -> JSONValue {
        let email: JSONValue = .string("eve-\(name)@example.com")
        let user: JSONValue = ["email": email, "password": "correct horse", "emailVerified": true]
        #expect(await administer(pool, "accounts", user).status == 200)
        let claims: JSONValue = ["sub": .string("eve of \(name)"), "email": email, "email_verified": true]
        let token = String(decoding: claims.text, as: UTF8.self)
        let form = FormCoding.encode([("id_token", token), ("providerId", "google.com")])
        let needed = await call(
            pool,
            "signInWithIdp",
            ["requestUri": "http://localhost", "postBody": .string(form), "returnIdpCredential": true]
        )
        return try #require(needed["pendingToken"], "\(needed.text)")
    }

    /// Configures a provider of OpenID Connect, and once for each pool one that the server knows.
    private func providers(_ pool: Pool, _ name: String, round: Int) async throws -> [JSONValue] {
        let own = "oidc.\(name)"
        let made = await administer(
            pool,
            "oauthIdpConfigs",
            [
                "clientId": .string("client.\(name)"), "issuer": "https://id.acme.example", "enabled": true,
                "displayName": "Acme",
            ],
            query: "oauthIdpConfigId=\(own)"
        )
        #expect(made.status == 200, "\(made.text)")
        let known = Self.knownProviders[pool.name] ?? ""
        if round == 0 {
            let made = await administer(
                pool,
                "defaultSupportedIdpConfigs",
                ["clientId": .string("client.\(name)"), "clientSecret": "very secret", "enabled": true],
                query: "idpId=\(known)"
            )
            #expect(made.status == 200, "\(made.text)")
        }
        return [.string(own), .string(known)]
    }

    /// Another one for each pool.
    private static let knownProviders = [
        "demo": "google.com", "demo-blue": "facebook.com", "demo-green": "github.com",
        "other": "microsoft.com", "other-red": "line.me",
    ]
}
