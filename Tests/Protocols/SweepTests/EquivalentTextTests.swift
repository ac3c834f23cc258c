import APITestSupport
import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import Testing

/// Each part of a request that names something, with texts that differ from it in their bytes.
@Suite("Texts of requests that are equal to others but for their bytes")
struct EquivalentTextTests {
    @Test(
        "a request with a text that is canonically equal to the right one is rejected (security 3)",
        arguments: parts
    )
    func rejected(_ part: Part) async throws {
        let sample = try await Sample()
        let text = part.text(sample)
        for other in text.equivalents {
            let response = await part.send(sample, other)
            #expect((400..<500).contains(response.status), "'\(other)': \(response.text)")
        }
        let response = await part.send(sample, text)
        #expect(response.status == 200, "\(response.text)")
    }

    /// A part of a request that is accepted, and the request with another text in its place.
    struct Part: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: @Sendable (Sample) -> String
        let send: @Sendable (Sample, String) async -> APIResponse

        init(
            _ name: String,
            _ text: @autoclosure @escaping @Sendable () -> String,
            _ send: @escaping @Sendable (Sample, String) async -> APIResponse
        ) {
            self.init(of: name, { _ in text() }, send)
        }

        init(
            of name: String,
            _ text: @escaping @Sendable (Sample) -> String,
            _ send: @escaping @Sendable (Sample, String) async -> APIResponse
        ) {
            (testDescription, self.text, self.send) = (name, text, send)
        }
    }

    static let parts = oauth + kii + identityToolkit

    private static let oauth = [
        Part("OAuth: client_id", "demo-key") { await $0.refresh(client: $1) },
        Part("OAuth: client_id of Basic", "demo-key") {
            await $0.refresh(client: nil, head: basic("Basic", "\($1):"))
        },
        Part("OAuth: Basic", "Basic") { await $0.refresh(client: nil, head: basic($1, "demo-key:")) },
        Part("OAuth: grant_type", "refresh_token") { await $0.refresh(grantType: $1) },
        Part(of: "OAuth: refresh_token", \.refreshToken) { await $0.refresh($1) },
        Part("OAuth: name of grant_type", "grant_type") { await $0.refresh(names: [$1, "refresh_token"]) },
        Part("OAuth: name of refresh_token", "refresh_token") {
            await $0.refresh(names: ["grant_type", $1])
        },
        Part("OAuth: path", "/oauth2/token") { await $0.refresh(at: $1) },
        Part("OAuth: client of an introspection", "demo") { await $0.introspect(client: $1) },
        Part("OAuth: bearer of an introspection", "Bearer") { await $0.introspect(scheme: $1) },
        Part(of: "OAuth: administrator of an introspection", \.server.administratorToken) {
            await $0.introspect(administrator: $1)
        },
    ]

    private static let kii = [
        Part("Kii: app of the path", "demo-key") { await $0.kii(at: "/api/apps/\($1)/oauth2/token") },
        Part("Kii: path", "/api/oauth2/token") { await $0.kii(at: $1, head: ["x-kii-appid": "demo"]) },
        Part("Kii: app of the header field", "demo-key") {
            await $0.kii(at: "/api/oauth2/token", head: ["x-kii-appid": $1])
        },
        Part("Kii: app of Basic", "demo-key") {
            await $0.kii(at: "/api/oauth2/token", head: basic("Basic", "\($1):x"))
        },
        Part("Kii: Basic", "Basic") { await $0.kii(at: "/api/oauth2/token", head: basic($1, "demo-key:x")) },
        Part("Kii: username", "kate@example.com") { await $0.kii(["username": .string($1)]) },
        Part("Kii: kind of username", "EMAIL:") {
            await $0.kii(["username": .string($1 + "kate@example.com")])
        },
        Part("Kii: number", "PHONE:+819012345678") { await $0.kii(["username": .string($1)]) },
        Part("Kii: region of a number", "PHONE:JP-") {
            await $0.kii(["username": .string($1 + "9012345678")])
        },
        Part("Kii: grant_type", "password") { await $0.kii(["grant_type": .string($1)]) },
        Part("Kii: name of password", "password") {
            await $0.kii(["password": .null], [$1: "Kilo horse"])
        },
    ]

    private static let identityToolkit = [
        Part("key", "demo-key") { await $0.signIn(query: [("key", $1)]) },
        Part("name of key", "key") { await $0.signIn(query: [($1, "demo-key")]) },
        Part("path", "accounts:signInWithPassword") { await $0.signIn(at: $1) },
        Part("email", "kate@example.com") { await $0.signIn(["email": .string($1)]) },
        Part("name of email", "email") { await $0.signIn(["email": .null], [$1: "kate@example.com"]) },
        Part("tenantId", "Kiosk") {
            await $0.server.call(
                "createAuthUri",
                [
                    "tenantId": .string($1), "identifier": "kate@example.com",
                    "continueUri": "http://localhost",
                ]
            )
        },
        Part(of: "idToken", \.idToken) { await $0.server.call("lookup", ["idToken": .string($1)]) },
        Part("requestType", "VERIFY_EMAIL") {
            await $0.server.call("sendOobCode", ["requestType": .string($1), "idToken": .string($0.idToken)])
        },
        Part("project of an administrator", "demo") {
            await $0.server.administer("/v1/projects/\(encoded($1))/accounts:lookup", ["localId": "x"])
        },
        Part("tenant of an administrator", "Kiosk") {
            let path = "/v1/projects/demo/tenants/\(encoded($1))/accounts:lookup"
            return await $0.server.administer(path, ["localId": "x"])
        },
        Part("grant_type of /v1/token", "refresh_token") { await $0.refresh(grantType: $1, at: "/v1/token") },
    ]

    private static func basic(_ scheme: String, _ credentials: String) -> HeaderFields {
        [.authorization: "\(scheme) \(Base64.encode(Array(credentials.utf8)))"]
    }
}

/// A path, percent-encoded but for its slashes and colons.
private func encoded(_ path: String) -> String {
    PercentEncoding.encode(path).replacing("%2F", with: "/").replacing("%3A", with: ":")
}

/// A server with one user and one tenant.
struct Sample: Sendable {
    let server: APIServer
    let idToken: String
    let refreshToken: String

    init() async throws {
        server = try await APIServer()
        _ = try await server.projects.createTenant(
            in: server.project.id,
            id: TenantID(rawValue: "Kiosk"),
            by: .server
        )
        let user = await server.signUp("kate@example.com", password: "Kilo horse")
        (idToken, refreshToken) = (user.string("idToken"), user.string("refreshToken"))
        let phone: JSONValue = ["localId": user["localId"] ?? .null, "phoneNumber": "+819012345678"]
        #expect(await server.administer("/v1/projects/demo/accounts:update", phone).status == 200)
    }

    func refresh(
        _ token: String? = nil,
        client: String? = "demo-key",
        grantType: String = "refresh_token",
        names: [String] = ["grant_type", "refresh_token"],
        at path: String = "/oauth2/token",
        head: HeaderFields = [:]
    ) async -> APIResponse {
        let client = client.map { [("client_id", $0)] } ?? []
        return await server.form(
            encoded(path),
            [(names[0], grantType), (names[1], token ?? refreshToken)] + client,
            key: path == "/v1/token" ? "demo-key" : nil,
            fields: head
        )
    }

    func introspect(
        client: String = "demo",
        scheme: String = "Bearer",
        administrator: String? = nil
    ) async -> APIResponse {
        await server.form(
            "/oauth2/introspect",
            [("token", refreshToken), ("client_id", client)],
            fields: [.authorization: "\(scheme) \(administrator ?? server.administratorToken)"]
        )
    }

    /// Signs in at Kii Cloud's token resource; some fields are replaced.
    func kii(
        _ fields: JSONObject...,
        at path: String = "/api/apps/demo/oauth2/token",
        head: HeaderFields = [:]
    ) async -> APIResponse {
        let body = Self.merged([["grant_type": "password", "username": "kate@example.com"]] + fields)
        return await server.post(encoded(path), body, fields: head)
    }

    /// Signs in over Identity Toolkit; some fields are replaced.
    func signIn(
        _ fields: JSONObject...,
        at operation: String = "accounts:signInWithPassword",
        query: [(name: String, value: String)] = [("key", "demo-key")]
    ) async -> APIResponse {
        await server.send(
            Request(
                .post,
                encoded("/v1/\(operation)"),
                query: FormCoding.encode(query),
                fields: [.contentType: "application/json"],
                body: Self.merged([["email": "kate@example.com"]] + fields).text
            )
        )
    }

    /// The last value of each name.
    private static func merged(_ objects: [JSONObject]) -> JSONValue {
        var merged: JSONObject = ["password": "Kilo horse"]
        for (name, value) in objects.joined() { merged[name] = value }
        return .object(merged)
    }
}
