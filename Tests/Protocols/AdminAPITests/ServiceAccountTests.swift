import APITestSupport
import CardeaEncodings
import CardeaHTTPMessages
import CardeaIdentityDomain
import CardeaIdentityService
import Testing

/// The management of service accounts.
@Suite struct ServiceAccountTests {
    private static let path = "projects/demo/serviceAccounts"

    @Test(
        "a key file has the form of Google's, and its private key is shown once and stored nowhere (security 24)"
    )
    func keyFile() async throws {
        let management = try await Management()
        let file = await management.ask(.post, Self.path, ["name": "back-end", "displayName": "CI"])
        #expect(file["type"] == "service_account")
        #expect(file["project_id"] == "demo")
        #expect(file["client_email"] == "back-end@demo.cardea.internal")
        #expect(file.string("client_id").count == 21)
        #expect(file["token_uri"] == "https://id.example/token")
        #expect(file.string("auth_uri").hasPrefix("https://id.example/"))
        let key = file.string("private_key")
        #expect(
            key.hasPrefix("-----BEGIN PRIVATE KEY-----\n") && key.hasSuffix("-----END PRIVATE KEY-----\n")
        )
        for path in [Self.path, "\(Self.path)/back-end"] {
            let shown = await management.ask(.get, path).text
            #expect(shown.contains(file.string("private_key_id")))
            #expect(!shown.contains("PRIVATE"))
        }
        let accounts = ServiceAccounts(projects: management.server.projects)
        let id = ServiceAccountID(project: ProjectID(rawValue: "demo"), name: "back-end")
        let stored = try await accounts.account(id)
        #expect(stored.keys.allSatisfy { $0.publicKeyPEM.hasPrefix("-----BEGIN PUBLIC KEY-----") })
    }

    @Test("a service account is listed, disabled, enabled and deleted, and its keys are added and removed")
    func life() async throws {
        let management = try await Management()
        let first = await management.ask(.post, Self.path, ["name": "a"]).string("private_key_id")
        let second = await management.ask(.post, "\(Self.path)/a/keys").string("private_key_id")
        let shown = await management.ask(.get, "\(Self.path)/a")
        #expect(Set(shown.all("id", in: "keys")) == [first, second])
        #expect(shown["disabled"] == false)
        #expect(await management.ask(.patch, "\(Self.path)/a", ["disabled": true])["disabled"] == true)
        #expect(await management.ask(.patch, "\(Self.path)/a", ["disabled": false])["disabled"] == false)
        let left = await management.ask(.delete, "\(Self.path)/a/keys/\(first)")
        #expect(left.all("id", in: "keys") == [second])
        let none = await management.ask(.delete, "\(Self.path)/a")
        #expect(none["serviceAccounts"] == [])
        #expect(await management.ask(.get, Self.path)["serviceAccounts"] == [])
    }

    @Test("an invalid request is rejected with the reason")
    func invalid() async throws {
        let management = try await Management()
        _ = await management.ask(.post, Self.path, ["name": "a"])
        func failure(_ method: RequestMethod, _ path: String, _ body: JSONValue? = nil) async -> String {
            await management.ask(method, path, body).failure
        }
        let form = "use 1 to 63 of a–z, 0–9 and -, beginning with a letter"
        #expect(
            await failure(.post, Self.path, ["name": "A b"])
                == "400 badRequest: the name 'A b' is invalid: \(form)"
        )
        #expect(
            await failure(.post, Self.path, ["name": "a"])
                == "409 conflict: a service account with this name exists"
        )
        #expect(await failure(.get, "\(Self.path)/b") == "404 notFound: there is no service account 'b'")
        #expect(await failure(.delete, "\(Self.path)/b") == "404 notFound: there is no service account 'b'")
        #expect(
            await failure(.post, "\(Self.path)/b/keys") == "404 notFound: there is no service account 'b'"
        )
        #expect(
            await failure(.delete, "\(Self.path)/a/keys/x")
                == "404 notFound: the service account has no key 'x'"
        )
        #expect(
            await failure(.get, "projects/shop/serviceAccounts") == "404 notFound: there is no project 'shop'"
        )
        let id = ServiceAccountID(project: ProjectID(rawValue: "demo"), name: "a")
        for number in 1..<ServiceAccounts.maximumKeys {
            let key = ServiceAccountKey(id: "\(number)", publicKeyPEM: "x", createdAt: Timestamp(seconds: 0))
            try await management.server.store.transact(by: .server) {
                Decision([.serviceAccount(.insertKey(key, of: id))], ())
            }
        }
        #expect(
            await failure(.post, "\(Self.path)/a/keys")
                == "409 conflict: a service account has at most 10 keys: remove one that is not used"
        )
    }
}
