import APITestSupport
import CardeaEncodings
import CardeaHTTPMessages
import CardeaIdentityDomain
import Testing

@Suite struct SignInTests {
    static let ada: JSONValue = ["email": "ada@example.com", "password": "correct horse"]

    @Test("sign-in returns both tokens and the user (K1)")
    func signResponsesBoth() async throws {
        let server = try await APIServer()
        let user = await server.signUp()
        let response = await server.call("signInWithPassword", Self.ada)
        let expected: JSONValue = [
            "kind": "identitytoolkit#VerifyPasswordResponse",
            "localId": user["localId"] ?? .null,
            "email": "ada@example.com",
            "displayName": "",
            "registered": true,
            "idToken": response["idToken"] ?? .null,
            "refreshToken": response["refreshToken"] ?? .null,
            "expiresIn": "3600",
        ]
        #expect(response.json == expected)
    }

    @Test("two sign-ins are two sessions (K4)")
    func twoSignIns() async throws {
        let server = try await APIServer()
        let first = await server.signUp()
        let second = await server.call("signInWithPassword", Self.ada)
        #expect(await server.refresh(second.string("refreshToken")).status == 200)
        #expect(await server.refresh(first.string("refreshToken")).status == 200)
    }

    @Test(
        "without enumeration protection the error gives the reason",
        arguments: [
            (["email": "nobody@example.com", "password": "correct horse"], "EMAIL_NOT_FOUND"),
            (["email": "ada@example.com", "password": "wrong horse"], "INVALID_PASSWORD"),
            (["email": "ada", "password": "correct horse"], "INVALID_EMAIL"),
            (["email": "ada@example.com"], "MISSING_PASSWORD"),
            (["email": "ada@example.com", "password": ""], "MISSING_PASSWORD"),
            (["password": "correct horse"], "MISSING_EMAIL"),
            (["email": "", "password": "correct horse"], "INVALID_EMAIL"),
        ] as [(JSONValue, String)]
    )
    func withoutEnumerationProtection(
        _ body: JSONValue,
        _ message: String
    ) async throws {
        var policy = Policy()
        policy.signIn.protectsEmailEnumeration = false
        let server = try await APIServer(policy: policy)
        _ = await server.signUp()
        #expect(await server.call("signInWithPassword", body).errorMessage == message)
    }

    @Test(
        "unknown, known and password-less addresses get the same error (security 12)",
        arguments: ["nobody@example.com", "ada@example.com", "passwordless@example.com"]
    )
    func unknownKnownPassword(
        _ email: String
    ) async throws {
        let server = try await APIServer()
        _ = await server.signUp()
        _ = await server.administer("/v1/projects/demo/accounts", ["email": "passwordless@example.com"])
        let wrong = await server.call(
            "signInWithPassword",
            ["email": .string(email), "password": "wrong horse"]
        )
        #expect(wrong.status == 400)
        #expect(wrong.errorMessage == "INVALID_LOGIN_CREDENTIALS")
        let empty = await server.call("signInWithPassword", ["email": .string(email), "password": ""])
        #expect(empty.errorMessage == "MISSING_PASSWORD")
    }

    @Test("a password of more than 4096 bytes is not hashed (security 13)")
    func passwordMoreThan() async throws {
        let server = try await APIServer()
        let long = String(repeating: "a", count: 4097)
        let signUp = await server.signUp("ada@example.com", password: long)
        #expect(
            signUp.errorMessage
                == "PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Password may be at most 4096 bytes long"
        )
        #expect(await server.signUp("ada@example.com", password: String(long.dropLast())).status == 200)
        let signIn = await server.call(
            "signInWithPassword",
            ["email": "ada@example.com", "password": .string(long)]
        )
        #expect(signIn.status == 400)
    }

    @Test("a full queue of hashes returns 503 with Retry-After (security 13)")
    func fullQueueHashes() async throws {
        let server = try await APIServer(hashQueueLimit: 1)
        let responses = await withTaskGroup(of: APIResponse.self) { group in
            for number in 0..<64 { group.addTask { await server.signUp("user\(number)@example.com") } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let rejected = responses.filter { $0.status != 200 }
        #expect(!rejected.isEmpty)
        for response in rejected {
            #expect(response.status == 503)
            #expect(response["error"]?["status"] == "UNAVAILABLE")
            #expect(response.fields[.retryAfter].flatMap { Int($0) } ?? 0 >= 1)
        }
    }

    @Test("guesses are slowed down by account and network (security 21)")
    func guessesSlowedDown() async throws {
        let server = try await APIServer()
        _ = await server.signUp()
        let guess: JSONValue = ["email": "ada@example.com", "password": "wrong horse"]
        var response = await server.call("signInWithPassword", guess)
        for _ in 0..<30 where response.status == 400 {
            response = await server.call("signInWithPassword", guess)
        }
        #expect(response.status == 429)
        #expect(response.errorMessage?.hasPrefix("TOO_MANY_ATTEMPTS_TRY_LATER : ") == true)
        #expect(response.fields[.retryAfter].flatMap { Int($0) } ?? 0 >= 1)
        #expect(await server.call("signInWithPassword", Self.ada).status == 429)
        let elsewhere = await server.post(
            "/v1/accounts:signInWithPassword",
            Self.ada,
            key: "demo-key",
            from: "198.51.100.7"
        )
        #expect(elsewhere.status == 200)
    }

    @Test("a disabled user is rejected on every grant (security 17)")
    func disabledUserRejected() async throws {
        let server = try await APIServer()
        let user = await server.signUp()
        _ = await server.administer(
            "/v1/projects/demo/accounts:update",
            ["localId": user["localId"] ?? .null, "disableUser": true]
        )
        #expect(await server.call("signInWithPassword", Self.ada).errorMessage == "USER_DISABLED")
        #expect(await server.refresh(user.string("refreshToken")).errorMessage == "USER_DISABLED")
        for operation in ["lookup", "update", "delete"] {
            let response = await server.call(operation, ["idToken": user["idToken"] ?? .null])
            #expect(response.errorMessage == "USER_DISABLED")
        }
    }

    @Test("only the user of a session can reauthenticate it (U10)")
    func sessionCanRe() async throws {
        let server = try await APIServer()
        let user = await server.signUp()
        let neighbour = await server.signUp("bob@example.com")
        server.clock.advance(by: .minutes(10))
        let delete: JSONValue = ["idToken": user["idToken"] ?? .null]
        #expect(await server.call("delete", delete).errorMessage == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")

        let other = await server.call(
            "signInWithPassword",
            [
                "email": "ada@example.com", "password": "correct horse",
                "idToken": neighbour["idToken"] ?? .null,
            ]
        )
        #expect(other.errorMessage == "CREDENTIAL_MISMATCH")
        let proved = await server.call(
            "signInWithPassword",
            ["email": "ada@example.com", "password": "correct horse", "idToken": user["idToken"] ?? .null]
        )
        #expect(proved.status == 200)
        #expect(await server.call("delete", delete).status == 200)
    }

    @Test("password sign-in that is turned off is disabled")
    func passwordSignTurned() async throws {
        var policy = Policy()
        policy.signIn.allowsPassword = false
        let server = try await APIServer(policy: policy)
        #expect(await server.call("signInWithPassword", Self.ada).errorMessage == "PASSWORD_LOGIN_DISABLED")
    }
}

@Suite struct CreateAuthUriTests {
    @Test(
        "the sign-in methods of an address are returned if the project does not hide them",
        arguments: [
            ("ada@example.com", ["password"], true),
            ("nobody@example.com", [], false),
        ] as [(String, JSONValue, Bool)]
    )
    func waysSigningTold(
        _ email: String,
        _ methods: JSONValue,
        _ registered: Bool
    ) async throws {
        var policy = Policy()
        policy.signIn.protectsEmailEnumeration = false
        let server = try await APIServer(policy: policy)
        _ = await server.signUp()
        let response = await server.ask(email)
        let expected: JSONValue = [
            "kind": "identitytoolkit#CreateAuthUriResponse",
            "sessionId": response["sessionId"] ?? .null,
            "registered": .boolean(registered),
            "signinMethods": methods,
            "allProviders": methods,
        ]
        #expect(response.json == expected)
    }

    @Test("the session of the app is returned, and a phone number is no sign-in method of an address")
    func sessionAndPhone() async throws {
        var policy = Policy()
        policy.signIn.protectsEmailEnumeration = false
        let server = try await APIServer(policy: policy)
        let user: JSONValue = [
            "email": "ada@example.com", "password": "correct horse", "phoneNumber": "+16505553434",
        ]
        #expect(await server.administer("/v1/projects/demo/accounts", user).status == 200)
        let question: JSONValue = [
            "identifier": "ada@example.com", "continueUri": "http://localhost", "sessionId": "mine",
        ]
        let response = await server.call("createAuthUri", question)
        #expect(response["sessionId"] == "mine", "\(response.text)")
        #expect(response["allProviders"] == ["password"] && response["signinMethods"] == ["password"])
    }

    @Test("with enumeration protection no sign-in method is returned (security 12)")
    func enumerationProtectionNothing() async throws {
        let server = try await APIServer()
        _ = await server.signUp()
        for email in ["ada@example.com", "nobody@example.com"] {
            let response = await server.ask(email)
            #expect(response.json?.object?.map(\.name).sorted() == ["kind", "sessionId"])
        }
    }

    @Test(
        "an invalid request is rejected",
        arguments: [
            (["identifier": "ada@example.com"], "MISSING_CONTINUE_URI"),
            (["identifier": "ada@example.com", "continueUri": "nowhere"], "INVALID_CONTINUE_URI"),
            (["continueUri": "http://localhost"], "MISSING_IDENTIFIER"),
            (["sessionId": "abc"], "MISSING_IDENTIFIER"),
            (["providerId": "google.com"], "MISSING_CONTINUE_URI"),
            (["identifier": "ada", "continueUri": "http://localhost"], "INVALID_IDENTIFIER"),
        ] as [(JSONValue, String)]
    )
    func questionMakesSense(_ body: JSONValue, _ message: String) async throws {
        #expect(try await APIServer().call("createAuthUri", body).errorMessage == message)
    }
}

extension APIServer {
    fileprivate func ask(_ email: String) async -> APIResponse {
        await call("createAuthUri", ["identifier": .string(email), "continueUri": "http://localhost"])
    }
}
