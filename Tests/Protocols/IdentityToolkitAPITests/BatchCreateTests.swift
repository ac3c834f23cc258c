import APITestSupport
import CardeaCryptography
import CardeaEncodings
import CardeaHTTPMessages
import CardeaIdentityDomain
import CardeaIdentityService
import Testing

@Suite("accounts:batchCreate")
struct BatchCreateTests {
    private static let path = "/v1/projects/demo/accounts:batchCreate"
    private static let password = "correct horse"

    /// SHA-256 of salt and password, as Google's SDKs send it.
    private static func user(_ id: String, email: String? = nil) -> JSONValue {
        let hash = SHA256.hash(Array("salt\(password)".utf8))
        return [
            "localId": .string(id), "email": .string(email ?? "\(id)@example.com"),
            "passwordHash": .string(Base64URL.encode(hash) + "="), "salt": "c2FsdA==",
        ]
    }

    private static func body(_ users: [JSONValue], _ more: [String: JSONValue] = [:]) -> JSONValue {
        .object(["users": .array(users), "hashAlgorithm": "SHA256", "rounds": 1].merging(more) { $1 })
    }

    @Test("an imported user signs in with the password of the former system (U12)")
    func signIn() async throws {
        let server = try await APIServer()
        let response = await server.administer(Self.path, Self.body([Self.user("ann")]))
        #expect(response.json == ["kind": "identitytoolkit#UploadAccountResponse"])
        for _ in 0..<2 {
            let signedIn = await server.call(
                "signInWithPassword",
                ["email": "ann@example.com", "password": .string(Self.password)]
            )
            #expect(signedIn.string("localId") == "ann")
        }
        let wrong = await server.call(
            "signInWithPassword",
            ["email": "ann@example.com", "password": "correct horsx"]
        )
        #expect(wrong.errorMessage == "INVALID_LOGIN_CREDENTIALS")
    }

    @Test("all fields of a user are imported")
    func fields() async throws {
        let server = try await APIServer()
        let user: JSONValue = [
            "localId": "ann", "email": "Ann@Example.com", "emailVerified": true, "displayName": "Ann",
            "photoUrl": "https://example.com/a.png", "phoneNumber": "+491701234567", "disabled": true,
            "customAttributes": "{\"admin\":true}", "createdAt": "1476235905000",
            "lastLoginAt": 1_476_235_906_000,
            "providerUserInfo": [
                ["providerId": "google.com", "rawId": "123", "federatedId": "x", "email": "ann@example.com"],
                ["providerId": "password", "email": "ann@example.com"],
            ],
            "mfaInfo": [], "rawPassword": .string(Self.password),
        ]
        let response = await server.administer(Self.path, ["users": [user]])
        #expect(response["error"] == nil && response.status == 200)
        let found = await server.administer("/v1/projects/demo/accounts:lookup", ["localId": "ann"])
        let account = try #require(found["users"]?.array?.first)
        for (name, value) in [
            "email": "ann@example.com", "emailVerified": true, "displayName": "Ann", "disabled": true,
            "photoUrl": "https://example.com/a.png", "phoneNumber": "+491701234567",
            "customAttributes": "{\"admin\":true}", "createdAt": "1476235905000",
            "lastLoginAt": "1476235906000", "passwordHash": "UkVEQUNURUQ=",
        ] as [String: JSONValue] {
            #expect(account[name] == value, "\(name)")
        }
    }

    @Test("a user that is wrong is named by its position, and the others are created")
    func errorsByIndex() async throws {
        let server = try await APIServer()
        _ = await server.signUp("taken@example.com")
        let long = String(repeating: "x", count: 1000)
        let misspelled: JSONValue = [["providerId": "GOOGLE.COM", "rawId": "1"]]
        let users: [(JSONValue, String?)] = [
            (["email": "a@example.com"], "localId is missing"),
            (["localId": "good"], nil),
            (["localId": "a b"], "localId is invalid"),
            (["localId": "u1", "email": "not#an$email"], "email is invalid"),
            (["localId": "u2", "phoneNumber": "no"], "phone number format is invalid"),
            (["localId": "u3", "customAttributes": "[]"], "Invalid custom claims provided."),
            (
                ["localId": "u4", "customAttributes": .string("{\"a\":\"\(long)\"}")],
                "Custom claims provided are too large."
            ),
            (
                ["localId": "u5", "customAttributes": "{\"sub\":1}"],
                "Custom claims provided include a reserved claim."
            ),
            (
                ["localId": "u6", "providerUserInfo": [["providerId": "google.com"]]],
                "federatedId or (providerId & rawId) is required"
            ),
            (
                ["localId": "u7", "mfaInfo": [["phoneInfo": "+491701234567"]]],
                "Second factor not supported."
            ),
            (
                ["localId": "u8", "tenantId": "other"],
                "Tenant id in userInfo does not match the tenant id in request."
            ),
            (["localId": "u9", "email": "taken@example.com"], "email exists in other account in database"),
            (["localId": "u10", "email": "new@example.com", "phoneNumber": "+491701234567"], nil),
            (["localId": "u11", "email": "New@example.com"], "email exists in other account in database"),
            (
                ["localId": "u12", "phoneNumber": "+491701234567"],
                "phone number exists in other account in database"
            ),
            (
                ["localId": "u13", "passwordHash": "AAAA"],
                "passwordHash is invalid: the hash must have 32 bytes"
            ),
            (["localId": "u14", "passwordHash": "?"], "passwordHash is invalid: passwordHash is not Base64"),
            (["localId": "u15", "providerUserInfo": misspelled], "providerUserInfo is invalid"),
        ]
        let response = await server.administer(Self.path, Self.body(users.map(\.0)))
        let expected = users.enumerated().compactMap { index, user -> JSONValue? in
            user.1.map { ["index": .integer(Int64(index)), "message": .string($0)] }
        }
        #expect(response["error"]?.array ?? [] == expected)
        let names = await server.administer(
            "/v1/projects/demo/accounts:lookup",
            ["localId": ["good", "u10", "u1"]]
        )
        #expect(names["users"]?.array?.count == 2)
    }

    @Test("a user whose ID exists is replaced with allowOverwrite only, which ends its sessions (K5)")
    func overwrite() async throws {
        let server = try await APIServer()
        let user = await server.signUp()
        let id = user.string("localId")
        let new = Self.user(id, email: "new@example.com")
        let rejected = await server.administer(Self.path, Self.body([new]))
        #expect(
            rejected["error"]?.array?.first?["message"]
                == "localId belongs to an existing account - can not overwrite."
        )
        #expect(await server.refresh(user.string("refreshToken")).status == 200)

        server.clock.advance(by: .seconds(10))
        let replaced = await server.administer(Self.path, Self.body([new], ["allowOverwrite": true]))
        #expect(replaced["error"] == nil && replaced.status == 200)
        #expect(await server.refresh(user.string("refreshToken")).errorMessage == "TOKEN_EXPIRED")
        let lookup = await server.call("lookup", ["idToken": .string(user.string("idToken"))])
        #expect(lookup.errorMessage == "TOKEN_EXPIRED")
        let signedIn = await server.call(
            "signInWithPassword",
            ["email": "new@example.com", "password": .string(Self.password)]
        )
        #expect(signedIn.string("localId") == id)
    }

    @Test("two users of one list that collide reject the list, where the request asks for it")
    func duplicates() async throws {
        let server = try await APIServer()
        let (ann, twin) = (Self.user("ann"), Self.user("twin", email: "ann@example.com"))
        func message(_ users: [JSONValue], _ more: [String: JSONValue] = [:]) async -> String? {
            await server.administer(Self.path, Self.body(users, more)).errorMessage
        }
        #expect(await message([ann, ann]) == "DUPLICATE_LOCAL_ID : ann")
        #expect(await message([ann, twin], ["sanityCheck": true]) == "DUPLICATE_EMAIL : ann@example.com")
        let google: JSONValue = [["providerId": "google.com", "rawId": "1"]]
        #expect(
            await message(
                [
                    ["localId": "a", "providerUserInfo": google],
                    ["localId": "b", "providerUserInfo": google],
                ],
                ["sanityCheck": true]
            ) == "DUPLICATE_RAW_ID : Provider id(google.com), Raw id(1)"
        )
        #expect(await message([]) == "MISSING_USER_ACCOUNT")
        let response = await server.administer(Self.path, Self.body([ann, ann], ["allowOverwrite": true]))
        #expect(response["error"] == nil && response.status == 200)
    }

    @Test(
        "parameters that are missing or too expensive reject the list (security 13)",
        arguments: [
            ["hashAlgorithm": "CRC32"], ["hashAlgorithm": .null], ["rounds": 99_999_999],
            ["hashAlgorithm": "HMAC_SHA256"], ["hashAlgorithm": "SCRYPT", "rounds": 8],
            ["hashAlgorithm": "HMAC_SHA256", "signerKey": "?"],
            [
                "hashAlgorithm": "SCRYPT", "rounds": 8, "memoryCost": 15,
                "signerKey": "AAAAAAAAAAAAAAAAAAAAAAAA",
            ],
            [
                "hashAlgorithm": "STANDARD_SCRYPT", "cpuMemCost": 1_048_576, "blockSize": 8,
                "parallelization": 1, "dkLen": 32,
            ],
            [
                "hashAlgorithm": "STANDARD_SCRYPT", "cpuMemCost": 1000, "blockSize": 8, "parallelization": 1,
                "dkLen": 32,
            ],
            ["hashAlgorithm": "PBKDF2_SHA256", "rounds": 2_000_000],
            [
                "hashAlgorithm": "ARGON2",
                "argon2Parameters": ["hashType": "ARGON2_ID", "memoryCostKib": 9999],
            ],
            [
                "hashAlgorithm": "ARGON2",
                "argon2Parameters": [
                    "hashType": "ARGON2_ID", "memoryCostKib": 1_048_576, "iterations": 16, "parallelism": 1,
                ],
            ],
        ] as [[String: JSONValue]]
    )
    func hashParameters(parameters: [String: JSONValue]) async throws {
        let server = try await APIServer()
        let response = await server.administer(Self.path, Self.body([Self.user("ann")], parameters))
        #expect(response.status == 400)
        #expect(response.errorMessage?.hasPrefix("INVALID_HASH_ALGORITHM : ") == true)
    }

    @Test(
        "a user that does not fit the message is named by its index",
        arguments: [
            (["createdAt": "9223372036854775807"], "Invalid value at 'users[1].createdAt'"),
            (["disabled": 7], "Invalid value at 'users[1].disabled' (TYPE_BOOL)"),
            (["colour": "red"], #"Unknown name "colour" at 'users[1]': Cannot find field."#),
            (["providerUserInfo": [["rawId": "1"], ["rawId": [1]]]], "'users[1].providerUserInfo[1].rawId'"),
        ] as [(JSONObject, String)]
    )
    func index(_ more: JSONObject, _ message: String) async throws {
        let server = try await APIServer()
        var bad = Self.user("bob").object ?? [:]
        for (name, value) in more { bad[name] = value }
        let response = await server.administer(Self.path, Self.body([Self.user("ann"), .object(bad)]))
        #expect(response.errorMessage?.contains(message) == true, "\(response.text)")
        let text = await server.administer(Self.path, Self.body([Self.user("ann"), "bob"]))
        #expect(text.errorMessage == "Invalid value at 'users[1]' (TYPE_MESSAGE)")
        let pool = UserPool(project: server.project.id)
        #expect(try await server.services.users.list(in: pool, limit: 1).isEmpty)
    }

    @Test("a thousand users are created at a time, and more are rejected (security 20)")
    func thousand() async throws {
        let server = try await APIServer()
        let users = (0...1000).map { Self.user("user\($0)") }
        let tooMany = await server.administer(Self.path, Self.body(users))
        #expect(tooMany.status == 400)
        let response = await server.administer(Self.path, Self.body(Array(users.dropLast())))
        #expect(response["error"] == nil && response.status == 200)
        let count = await server.administer(
            "/v1/projects/demo/accounts:query",
            ["returnUserInfo": false]
        )
        #expect(count.string("recordsCount") == "1000")
    }

    @Test("a user of a tenant is imported only by the tenant's path (security 19)")
    func tenant() async throws {
        let server = try await APIServer()
        let (acme, path) = (TenantID(rawValue: "acme"), "/v1/projects/demo/tenants/acme/accounts:batchCreate")
        _ = try await server.projects.createTenant(in: server.project.id, id: acme, by: .server)
        var user = Self.user("ann").object ?? [:]
        user["tenantId"] = "acme"
        let response = await server.administer(path, Self.body([.object(user)]))
        #expect(response["error"] == nil && response.status == 200)
        let credentials: [String: JSONValue] = [
            "email": "ann@example.com", "password": .string(Self.password),
        ]
        let outside = await server.call("signInWithPassword", .object(credentials))
        #expect(outside.errorMessage == "INVALID_LOGIN_CREDENTIALS")
        let inside = await server.call(
            "signInWithPassword",
            .object(credentials.merging(["tenantId": "acme"]) { $1 })
        )
        #expect(inside.string("localId") == "ann")
    }

    @Test("an emulator accepts its own form of hashes, a server does not")
    func fakeHashes() async throws {
        let user: JSONValue = [
            "localId": "ann", "email": "ann@example.com", "salt": "fakeSalt1",
            "passwordHash": "fakeHash:salt=fakeSalt1:password=hunter:password=2",
        ]
        let emulator = try await APIServer(emulator: true)
        let response = await emulator.administer(Self.path, ["users": [user]])
        #expect(response["error"] == nil && response.status == 200)
        let signedIn = await emulator.call(
            "signInWithPassword",
            ["email": "ann@example.com", "password": "hunter:password=2"]
        )
        #expect(signedIn.string("localId") == "ann")

        let server = try await APIServer()
        let rejected = await server.administer(Self.path, Self.body([user]))
        #expect(
            rejected["error"]?.array?.first?["message"]
                == "passwordHash is invalid: passwordHash is not Base64"
        )
    }
}
