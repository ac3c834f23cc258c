import APITestSupport
import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityService
import Testing

@Suite("The page of an emulator in place of a provider")
struct EmulatorProviderPageTests {
    private static let path = "/emulator/auth/handler"

    @Test("a person creates an account on the page, returns to the app, and sees the account the next time")
    func account() async throws {
        let server = try await APIServer(emulator: true)
        let base: [(name: String, value: String)] = [
            ("providerId", "google.com"), ("continueUri", "http://127.0.0.1:9/cb?a=b"), ("state", "s&1"),
            ("projectId", "demo"),
        ]
        let page = await server.get(Self.path, query: FormCoding.encode(base))
        #expect(page.status == 200 && page.text.contains("name=\"state\" value=\"s&amp;1\""), "\(page.text)")
        let chosen =
            base + [
                ("sub", "1"), ("email", "ada@example.com"), ("email_verified", "true"), ("name", "<Ada>"),
            ]
        let back = await server.get(Self.path, query: FormCoding.encode(chosen))
        let location = try #require(back.fields["location"])
        #expect(
            back.status == 303 && location.hasPrefix("http://127.0.0.1:9/cb?a=b&state=s%261&"),
            "\(location)"
        )
        let body: JSONValue = ["requestUri": .string(location), "sessionId": "x"]
        let signedIn = await server.call("signInWithIdp", body)
        #expect(
            signedIn["email"] == "ada@example.com" && signedIn["emailVerified"] == true,
            "\(signedIn.text)"
        )
        let again = await server.get(Self.path, query: FormCoding.encode(base))
        #expect(again.text.contains("<b>&lt;Ada&gt;</b><small>ada@example.com</small></span>"))
        #expect(again.text.contains("</svg>Verified</span></button>"))
        #expect(again.text.contains("value=\"&lt;Ada&gt;\"") && !again.text.contains("<Ada>"))
        #expect(!again.text.contains("<script") && again.fields["content-security-policy"] != nil)
    }

    @Test("the page offers a new, random account that no test has to invent")
    func random() async throws {
        let server = try await APIServer(emulator: true)
        let query = "providerId=google.com&continueUri=http%3A%2F%2F127.0.0.1%3A9%2Fcb&projectId=demo"
        let subjects = try await [server.get(Self.path, query: query), server.get(Self.path, query: query)]
            .map {
                try #require($0.text.firstMatch(of: /name="sub" value="([0-9]{18})"/)?.1)
            }
        #expect(subjects[0] != subjects[1])
    }

    @Test(
        "an address that leads to no app is rejected (security 5)",
        arguments: [
            [], [("providerId", "google.com")], [("providerId", "password"), ("continueUri", "http://a")],
            [("providerId", "google.com"), ("continueUri", "javascript:alert(1)"), ("sub", "1")],
            [("providerId", "google.com"), ("continueUri", "http://a\r\nx: y"), ("sub", "1")],
            [("providerId", "google.com"), ("continueUri", "none"), ("sub", "1")],
        ] as [[(String, String)]]
    )
    func rejected(_ items: [(String, String)]) async throws {
        let server = try await APIServer(emulator: true)
        let query = FormCoding.encode(items.map { (name: $0.0, value: $0.1) })
        let response = await server.get(Self.path, query: query)
        #expect(response.status == 400 && response.fields["location"] == nil, "\(response.text)")
    }

    @Test("a server has no such page")
    func server() async throws {
        let server = try await APIServer()
        #expect(await server.get(Self.path, query: "providerId=google.com").status == 404)
    }
}
