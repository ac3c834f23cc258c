import APITestSupport
import CardeaEncodings
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaSecrets
import Testing

@Suite("The page for a recovery code")
struct RecoveryPageTests {
    private let pages: Pages
    private let link: String

    init() async throws {
        pages = try await Pages()
        let pool = UserPool(project: pages.server.project.id)
        let user = try #require(try await pages.server.services.users.list(in: pool, limit: 1).first)
        let created = try await pages.server.services.users.createRecoveryCode(
            for: user.id,
            in: pool,
            by: .operator(nil)
        )
        link = String(created.link.reveal().dropFirst("https://id.example".count))
    }

    @Test("repeated GET requests show the form, and one POST sets the password")
    func once() async throws {
        for _ in 0..<3 {
            let page = await pages.open(link)
            #expect(page.status == 200 && page.html.contains("<h1>Choose a new password</h1>"))
            #expect(page.html.contains("ada@example.com"))
            #expect(page.html.contains("<form method=\"post\" action=\"/auth/recovery\">"))
        }
        let weak = await pages.submit(link, ["newPassword": "short"])
        #expect(weak.status == 400 && weak.html.contains("must have 8 characters"))
        let done = await pages.submit(link, ["newPassword": "another horse"])
        #expect(done.status == 200 && done.html.contains("Your password is changed"))
        let signIn = await pages.server.call(
            "signInWithPassword",
            ["email": "ada@example.com", "password": "another horse"]
        )
        #expect(signIn.status == 200)
        for response in [await pages.open(link), await pages.submit(link, ["newPassword": "a third horse"])] {
            #expect(response.status == 400 && response.html.contains("This link does not work"))
        }
    }

    @Test("a link without a code and a wrong code show what is wrong, with status 400")
    func wrong() async throws {
        for path in [
            "/auth/recovery", "/auth/recovery?code=AAAA-AAAA-AAAA-AAAA", "/auth/recovery?code=a&code=a",
        ] {
            let page = await pages.open(path)
            #expect(page.status == 400 && page.html.contains("The link does not work any more"), "\(path)")
        }
    }

    @Test(
        "guesses at a page count against the network (security 1)",
        arguments: ["recovery?code", "action?oobCode"]
    )
    func guesses(field: String) async {
        var statuses: [Int] = []
        for number in 0..<260 { statuses.append(await pages.open("/auth/\(field)=\(number)").status) }
        #expect(statuses.prefix(200).allSatisfy { $0 == 400 })
        #expect(statuses.suffix(50).contains(429))
    }

    @Test("the page of a user who cannot sign in with a password shows the code for the app")
    func withoutPassword() async throws {
        let pool = UserPool(project: pages.server.project.id)
        let guest = await pages.server.call("signUp", [:])
        let created = try await pages.server.services.users.createRecoveryCode(
            for: UserID(rawValue: guest["localId"]?.string ?? ""),
            in: pool,
            by: .operator(nil)
        )
        let link = String(created.link.reveal().dropFirst("https://id.example".count))
        for page in [await pages.open(link), await pages.submit(link, ["newPassword": "another horse"])] {
            #expect(page.status == 200 && page.html.contains(created.text.reveal()))
            #expect(!page.html.contains("<form"))
        }
        let code: JSONValue = ["recoveryCode": .string(created.text.reveal())]
        #expect(await pages.server.call("signInWithRecoveryCode", code)["localId"] == guest["localId"])
    }
}
