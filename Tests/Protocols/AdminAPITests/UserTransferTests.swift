import APITestSupport
import CardeaEncodings
import CardeaHTTPMessages
import CardeaIdentityDomain
import Testing

@Suite("Management of users in bulk")
struct UserTransferTests {
    private static let users = "projects/demo/users"

    private func add(_ management: Management, _ query: String?, _ lines: String) async -> JSONValue? {
        await management.ask(.post, Self.users + ":import", query: query, text: Array(lines.utf8)).json
    }

    private func add(_ management: Management, _ lines: String) async -> JSONValue? {
        await add(management, nil, lines)
    }

    @Test("users are imported, counted and exported in pages")
    func pages() async throws {
        let management = try await Management()
        let lines = (0..<5).map { "{\"id\":\"user\($0)\"}" }.joined(separator: "\n")
        let result = try #require(await add(management, lines))
        #expect(result["created"] == 5 && result["errors"] == [])
        #expect(await management.ask(.get, Self.users + ":count")["users"] == 5)
        let first = await management.ask(.get, Self.users + ":export", query: "limit=3").text
        let rest = await management.ask(.get, Self.users + ":export", query: "after=user2").text
        let ids = (first + rest).split(separator: "\n").map {
            JSONValue(parsing: $0.utf8)?["id"]?.string ?? ""
        }
        #expect(ids == (0..<5).map { "user\($0)" })
    }

    @Test(
        "a name of the query that is unknown, or a value of another type, changes nothing",
        arguments: ["dryrun=true", "dryRun", "dryRun=", "dryRun=yes", "existing=", "foo=1"]
    )
    func queries(query: String) async throws {
        let management = try await Management()
        let response = await management.ask(
            .post,
            Self.users + ":import",
            query: query,
            text: Array("{\"id\":\"a\"}".utf8)
        )
        #expect(response.status == 400, "\(response.text)")
        #expect(await management.ask(.get, Self.users + ":count")["users"] == 0)
    }

    @Test("a dry run says that nothing was written")
    func dryRun() async throws {
        let management = try await Management()
        let outcome = try #require(await add(management, "dryRun=true", "{\"id\":\"a\"}"))
        #expect(outcome["dryRun"] == true && outcome["created"] == 1)
        #expect(await management.ask(.get, Self.users + ":count")["users"] == 0)
    }

    @Test("an export without a limit streams all users, each once and ordered by ID")
    func stream() async throws {
        let management = try await Management()
        let names = (0..<1100).map { "user\(10_000 + $0)" }
        for part in [names[..<1000], names[1000...]] {
            let lines = part.map { "{\"id\":\"\($0)\"}" }.joined(separator: "\n")
            #expect(try #require(await add(management, lines))["errors"] == [])
        }
        let exported = await management.ask(.get, Self.users + ":export")
        let ids = exported.text.split(separator: "\n").map {
            JSONValue(parsing: $0.utf8)?["id"]?.string ?? ""
        }
        #expect(exported.status == 200 && ids == names)
        let rest = await management.ask(.get, Self.users + ":export", query: "after=user11000").text
        #expect(rest.split(separator: "\n").count == 99)
    }

    @Test("an import returns the positions of invalid lines and the results of the others")
    func outcomes() async throws {
        let management = try await Management()
        _ = await add(management, "{\"id\":\"old\"}")
        let lines = """
            {"id":"new","providers":[{"id":"google.com","subject":"1"}]}
            {
            {"id":"old"}
            {"id":"x","providers":[{"id":"google.com"}]}
            """
        let result = try #require(await add(management, lines))
        #expect(result["created"] == 1 && result["skipped"] == 1)
        #expect(result["errors"]?.array?.map { $0["position"] } == [1, 3])
        let replaced = try #require(await add(management, "existing=replace", "{\"id\":\"old\"}"))
        #expect(replaced["replaced"] == 1)
    }

    @Test("a user is exported as imported, and the export can be imported again")
    func roundTrip() async throws {
        let management = try await Management()
        let line = """
            {"id":"a","email":"a@example.com","emailVerified":true,"recycledBy":"google.com",\
            "recycledAt":1500000000004,"emailProofs":[{"provider":"google.com","subject":"1 2","at":1500000000005},\
            {"provider":"oidc.acme","subject":"ü","at":1500000000006}],"displayName":"A","disabled":true,\
            "createdAt":1500000000001,"lastSignedInAt":1500000000002,"validSince":1500000000003}
            """
        #expect(await add(management, line)?["created"] == 1)
        let exported = await management.ask(.get, Self.users + ":export").text
        #expect(exported == line + "\n")
        #expect(await add(management, "existing=replace", exported)?["replaced"] == 1)
    }

    @Test(
        "users whose IDs are canonically equal are exported and imported apart (security 3)",
        arguments: equivalentTexts
    )
    func equivalents(one: String, other: String) async throws {
        let lines = [
            "{\"id\":\"\(one)\",\"providers\":[{\"id\":\"google.com\",\"subject\":\"1\"}]}",
            "{\"id\":\"\(other)\"}",
        ]
        var text = lines.joined(separator: "\n")
        // The export is imported again, on another server.
        for _ in 0..<2 {
            let management = try await Management()
            #expect(await add(management, text)?["created"] == 2)
            text = await management.ask(.get, Self.users + ":export").text
            let users = text.split(separator: "\n").compactMap { JSONValue(parsing: $0.utf8) }
            let atGoogle = users.filter { $0["providers"] != nil }
            #expect(Set(users.compactMap { $0["id"]?.string?.exact }) == [one.exact, other.exact])
            #expect(atGoogle.map { $0["id"]?.string?.exact } == [one.exact])
        }
    }

    @Test("a wrong proof of an address rejects the user, and names the entry and its fault (security 1)")
    func wrongProofs() async throws {
        let management = try await Management()
        let now = management.server.clock.now().milliseconds
        let proof = #"{"provider":"google.com","subject":"1"}"#
        let form = "write it as google.com or oidc.name"
        for (fields, expected) in [
            (
                #""emailProofs":[\#(proof),{"provider":"google","subject":"1"}]"#,
                "'emailProofs[1].provider' is invalid: \(form)"
            ),
            (
                #""emailProofs":[{"provider":"google.com","subject":"\u0001"}]"#,
                "'emailProofs[0].subject' is invalid: it must have 1 to 256 bytes and no control characters"
            ),
            (
                #""emailProofs":[\#(proof),{"provider":"github.com","subject":"1"},\#(proof)]"#,
                "'emailProofs[2].provider' is given twice: keep one entry for each provider"
            ),
            (
                #""emailProofs":[{"provider":"google.com","subject":"1","at":\#(now + 1)}]"#,
                "'emailProofs[0].at' is in the future: it must be in milliseconds since 1970"
            ),
            (
                #""emailProofs":[{"provider":"google.com"}]"#,
                "'emailProofs[0].subject' is invalid: it must have 1 to 256 bytes and no control characters"
            ),
            (#""emailProofs":[7]"#, "'emailProofs[0]' has a value of the wrong type: it must be an object"),
            (#""emailProofs":{}"#, "'emailProofs' has a value of the wrong type: it must be a list"),
            (#""recycledBy":"google""#, "'recycledBy' is invalid: \(form)"),
            (
                #""recycledBy":"google.com","recycledAt":\#(now + 1)"#,
                "'recycledAt' is in the future: it must be in milliseconds since 1970"
            ),
        ] {
            let line = #"{"id":"a","email":"a@example.com",\#(fields)}"#
            let result = try #require(await add(management, line))
            let message = result["errors"]?.array?.first?["message"]?.string ?? ""
            #expect(result["created"] == 0 && message == expected, "\(fields): \(message)")
        }
        for (name, value) in [("emailProofs", "[\(proof)]"), ("recycledBy", #""google.com""#)] {
            let result = try #require(await add(management, #"{"id":"a","\#(name)":\#(value)}"#))
            let message = result["errors"]?.array?.first?["message"]?.string
            #expect(message == "'\(name)' needs an e-mail address")
        }
    }

    @Test(
        "an address that is not verified keeps its proofs: an administrator may have changed the flag (security 1)"
    )
    func proofsOfUnverified() async throws {
        let management = try await Management()
        let now = management.server.clock.now().milliseconds
        let line =
            #"{"id":"a","email":"a@example.com","emailProofs":[{"provider":"google.com","subject":"1","at":\#(now)}],"#
        #expect(await add(management, line + #""createdAt":\#(now),"validSince":\#(now)}"#)?["created"] == 1)
        let exported = await management.ask(.get, Self.users + ":export").text
        #expect(
            exported.contains(#""emailProofs":[{"provider":"google.com","subject":"1","at":\#(now)}]"#),
            "\(exported)"
        )
        #expect(await management.ask(.patch, Self.users + "/a", ["emailVerified": true]).status == 200)
        #expect(await management.ask(.patch, Self.users + "/a", ["emailVerified": false]).status == 200)
        #expect(await management.ask(.get, Self.users + ":export").text == exported)
    }

    @Test("a user that moves to another server keeps who has proved the address (security 1)")
    func movedProofs() async throws {
        func google(_ subject: String) -> JSONValue {
            ["sub": .string(subject), "email": "ada@gmail.com", "email_verified": true]
        }
        let old = try await Management()
        let former = await old.server.signIn(with: "google.com", google("1"))
        let github = await old.server.signIn(
            with: "github.com",
            ["sub": "5"],
            ["idToken": former["idToken"] ?? .null]
        )
        let unlink: JSONValue = ["idToken": github["idToken"] ?? .null, "deleteProvider": ["google.com"]]
        #expect(await old.server.call("update", unlink).status == 200)
        let lines = await old.ask(.get, Self.users + ":export").text
        let new = try await Management()
        #expect(await add(new, lines)?["created"] == 1)
        let next = await new.server.signIn(with: "google.com", google("2"))
        #expect(next["localId"] == former["localId"] && next["emailRecycled"] == true, "\(next.text)")
        #expect(await new.server.signIn(with: "github.com", ["sub": "5"])["isNewUser"] == true)
    }

    @Test("requests that are wrong are rejected, and nothing is written (security 20)")
    func rejected() async throws {
        let management = try await Management()
        let line = Array("{\"id\":\"a\"}\n".utf8)
        let many = Array(repeatElement(line, count: 1001).joined())
        let ofTenant = Self.users.replacing("/users", with: "/tenants/none/users")
        for (users, query, text, failure) in [
            (Self.users, "existing=merge", line, "'existing' must be one of reject, skip, replace"),
            (ofTenant, "", line, "there is no tenant 'none'"),
            (Self.users, "existing=skip", many, "the body has more than 1000 lines"),
        ] {
            let response = await management.ask(.post, users + ":import", query: query, text: text)
            #expect(response.failure.hasSuffix(failure))
        }
        let limit = await management.ask(.get, Self.users + ":export", query: "limit=1001")
        #expect(limit.failure.hasSuffix("'limit' must be from 1 to 1000"))
        #expect(await management.ask(.get, Self.users + ":count")["users"] == 0)
    }
}
