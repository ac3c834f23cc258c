import APITestSupport
import CardeaEncodings
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaOperations
import CardeaSettings
import Testing

/// Every operation that receives an ID token, with the token of a tenant's user.
@Suite("Every operation with the token of a tenant's user")
struct TenantTokenTests {
    static let places = Surface.places.filter { swept in
        swept.surface == .identityToolkit && !swept.form.has("tenant")
            && swept.place.fields.contains { $0.name == "idToken" }
    }

    @Test(
        "an operation acts in the tenant of its token, also if the request names no tenant (security 19)",
        arguments: places
    )
    func unnamed(_ swept: SweptPlace) async throws {
        for index in try await world(swept).requests.indices {
            var responses: [APIResponse] = []
            for isNamed in [true, false] {
                let (world, requests) = try await world(swept)
                var request = requests[index]
                if isNamed { request.name("blue") }
                let before = try await world.server.state(outside: "demo", "blue")
                responses.append(await world.send(request))
                #expect(try await world.server.state(outside: "demo", "blue") == before)
            }
            let (named, unnamed) = (responses[0], responses[1])
            #expect(
                named.status == 200 || Self.withoutProvider.contains(swept.operation.name),
                "\(named.text)"
            )
            #expect(
                unnamed.status == named.status && unnamed.errorMessage == named.errorMessage,
                "\(unnamed.text)"
            )
        }
    }

    @Test(
        "an operation rejects the token of one tenant for another one, and writes nothing (security 19)",
        arguments: places
    )
    func foreign(_ swept: SweptPlace) async throws {
        let (world, requests) = try await world(swept)
        let before = try await world.server.state()
        for request in requests {
            var request = request
            request.name("green")
            let response = await world.send(request)
            #expect(response.errorMessage == "TENANT_ID_MISMATCH", "\(response.text)")
        }
        #expect(try await world.server.state() == before)
    }

    /// A tenant allows what its project does not, and each request has the token of one of its users.
    private func world(_ swept: SweptPlace) async throws -> (world: World, requests: [SweepRequest]) {
        let world = try await World(swept.surface)
        let demo = ProjectID(rawValue: "demo")
        var objects = world.pools[1].objects
        let guest = await world.server.call("signUp", ["tenantId": "blue"], key: world.pools[1].key)
        if swept.operation.name == "accounts.signUp" { objects["idToken"] = [guest["idToken"] ?? .null] }
        var allowed = PolicyOverrides()
        for method in [
            "signIn.allowsPassword", "signIn.allowsEmailLink", "signIn.allowsPhone", "signUp.allowed",
        ] {
            try allowed.set(.boolean(true), for: method)
        }
        let overrides = allowed
        for id in ["blue", "green"] {
            let tenant = try #require(world.server.projects.tenant(TenantID(rawValue: id), in: demo))
            try await world.server.projects.change(tenant, by: .server) { $0.overrides = overrides }
        }
        let project = try #require(world.server.projects.project(id: demo))
        try await world.server.projects.change(project, by: .server) {
            $0.policy.signIn.allowsPassword = false
            $0.policy.signIn.allowsEmailLink = false
            $0.policy.signIn.allowsPhone = false
            $0.policy.signUp.allowed = false
        }
        var pool = Pool("demo")
        pool.objects = objects
        let callers = swept.callers(in: pool, world)
        let users = callers.filter { $0.kind == .user }
        let fields = try Self.fields(of: swept.operation.name, pool)
        let requests = swept.place.encodings.flatMap { encoding in
            (users.isEmpty ? callers : users).flatMap { caller in
                fields.map { fields in
                    var request = SweepRequest(
                        swept.place,
                        encoding,
                        path: pool.path,
                        as: caller.credential
                    )
                    request.credential.fields["idToken"] = objects["idToken"]?.first
                    request.fields = fields
                    return request
                }
            }
        }
        return (world, requests)
    }

    /// Operations on tokens of providers, which the users of the sweep do not have.
    private static let withoutProvider: Set = ["accounts.revokeToken", "accounts.providerTokens"]

    /// The fields of requests beside the token.
    private static func fields(of operation: String, _ pool: Pool) throws -> [JSONObject] {
        func own(_ name: String, _ index: Int = 0) -> JSONValue { pool.objects[name]?[index] ?? .null }
        let claims: JSONValue = ["sub": "another account", "email": own("email"), "email_verified": true]
        let credential = [
            ("id_token", String(decoding: claims.text, as: UTF8.self)), ("providerId", "apple.com"),
        ]
        let fields: [String: JSONObject] = [
            "projects.createSessionCookie": ["validDuration": "300"],
            "accounts.delete": [:],
            "accounts.listSessions": [:],
            "accounts.endSession": ["sessionId": own("sessionId")],
            "accounts.endOtherSessions": [:],
            "accounts.lookup": [:],
            "accounts.providerTokens": ["providerId": "google.com"],
            "accounts.revokeToken": ["providerId": "google.com", "token": "a token"],
            "accounts.signInWithEmailLink": ["email": own("email"), "oobCode": own("oobCode", 1)],
            "accounts.signInWithIdp": [
                "requestUri": "http://localhost", "postBody": .string(FormCoding.encode(credential)),
            ],
            "accounts.signInWithPassword": ["email": own("email"), "password": "correct horse"],
            "accounts.signInWithPhoneNumber": [
                "sessionInfo": own("sessionInfo"), "code": .string(World.testCode),
            ],
            "accounts.signUp": ["email": "grace@example.com", "password": "correct horse"],
            "accounts.update": ["displayName": "Ada"],
        ]
        guard operation != "accounts.sendOobCode" else {
            return [
                ["requestType": "VERIFY_EMAIL"], ["requestType": "PASSWORD_RESET", "email": own("email")],
                ["requestType": "EMAIL_SIGNIN", "email": own("email")],
                ["requestType": "VERIFY_AND_CHANGE_EMAIL", "newEmail": "grace@example.com"],
            ]
        }
        return [try #require(fields[operation], "\(operation) needs the fields of a request")]
    }
}

extension SweepRequest {
    /// Names a tenant in the message.
    fileprivate mutating func name(_ tenant: JSONValue) { credential.fields["tenantId"] = tenant }
}
