import APITestSupport
import CardeaEncodings
import CardeaHTTPRouting
import CardeaIdentityDomain
import Testing

@testable import CardeaAccountPages

@Suite("The content of the pages that links lead to")
struct PageLookTests {
    @Test(
        "a used link that is opened or sent again says what it did",
        arguments: [
            (.passwordReset, "Your password is changed"), (.verifyEmail, "Your e-mail address is confirmed"),
            (.verifyAndChangeEmail, "Your e-mail address is changed"),
        ] as [(ActionCode.Purpose, String)]
    )
    func usedLink(_ purpose: ActionCode.Purpose, _ title: String) async throws {
        let pages = try await Pages()
        let link = try await pages.link(purpose, continueURL: "https://app.example/after")
        #expect(await pages.submit(link, ["newPassword": "another horse"]).status == 200)
        for page in [await pages.open(link), await pages.submit(link, ["newPassword": "third horse"])] {
            #expect(page.status == 200 && page.html.contains("<h1>\(title)</h1>"), "\(page.html)")
            #expect(
                page.html.contains("was used already")
                    && page.html.contains("href=\"https://app.example/after\"")
            )
        }
        if purpose == .passwordReset {
            let body: JSONValue = ["email": "ada@example.com", "password": "third horse"]
            #expect(await pages.server.call("signInWithPassword", body).status == 400)
        }
    }

    @Test("of two requests that use one link at once, one does, and the other says that it is done")
    func twice() async throws {
        let pages = try await Pages()
        for purpose in [ActionCode.Purpose.verifyEmail, .passwordReset, .verifyAndChangeEmail] {
            let link = try await pages.link(purpose)
            async let first = pages.submit(link, ["newPassword": "another horse"])
            async let second = pages.submit(link, ["newPassword": "another horse"])
            let responses = await [first, second]
            #expect(responses.allSatisfy { $0.status == 200 }, "\(purpose)")
        }
    }

    @Test("the page of a restored address asks its owner for a new password, and says whom it is for")
    func recovery() async throws {
        let pages = try await Pages()
        #expect(await pages.submit(try await pages.link(.verifyEmail)).status == 200)
        #expect(await pages.submit(try await pages.link(.verifyAndChangeEmail)).status == 200)
        let link = try await pages.recoveryLink()
        let page = await pages.open(link)
        #expect(page.html.contains("You changed the address yourself? Close this page."))
        #expect(!page.html.contains("did not ask"))

        let restored = await pages.submit(link)
        #expect(restored.html.contains("<h1>Your e-mail address is restored</h1>"))
        #expect(
            restored.html.contains("name=\"newPassword\"") && restored.html.contains(">ada@example.com</p>")
        )
        let code = try #require(restored.html.firstMatch(of: /name="oobCode" value="([^"]+)"/)?.1)
        let reset = "/auth/action?mode=resetPassword&oobCode=\(code)"
        #expect(await pages.submit(reset, ["newPassword": "another horse"]).status == 200)
        let body: JSONValue = ["email": "ada@example.com", "password": "another horse"]
        #expect(await pages.server.call("signInWithPassword", body).status == 200)
        #expect(await pages.open(link).html.contains("was used already"))
    }

    @Test("every page shows the name, the logo and the colour of the app, and where its button leads")
    func brand() async throws {
        let logo = "data:image/svg+xml;base64,PHN2Zy8+"
        let pages = try await Pages { policy in
            policy.mail.appName = "Fish & Chips"
            policy.pages.accentColor = "#FFD000"
            policy.pages.logo = logo
        }
        let link = try await pages.link(.verifyEmail, continueURL: "https://app.example/after")
        let key = try #require(pages.server.project.apiKeys.first)
        let failed = await pages.open("/auth/action?mode=verifyEmail&oobCode=wrong&apiKey=\(key)")
        let form = await pages.open(link)
        let done = await pages.submit(link)
        for page in [form, failed, done] {
            #expect(page.html.contains("<span>Fish &amp; Chips</span>"), "\(page.html)")
            #expect(page.html.contains(" · Fish &amp; Chips</title>"))
            #expect(page.html.contains("src=\"\(logo)\"") && page.html.contains("style.css?accent=ffd000"))
        }
        #expect(form.html.contains("for your account at Fish &amp; Chips"))
        #expect(
            done.html.contains(">Continue to Fish &amp; Chips</a>")
                && done.html.contains("leads to app.example.")
        )
    }

    @Test("the error of a password is tied to its field, and the rules stand there before the first error")
    func passwordField() async throws {
        let pages = try await Pages { $0.passwords.requiresLowercase = true }
        let link = try await pages.link(.passwordReset)
        let form = await pages.open(link)
        #expect(
            form.html.contains("<li>8 characters or more</li>")
                && form.html.contains("<li>A small letter</li>")
        )
        #expect(form.html.contains("autocomplete=\"username\" value=\"ada@example.com\""))
        #expect(!form.html.contains("aria-invalid"))
        let rejected = await pages.submit(link, ["newPassword": "short"])
        #expect(rejected.html.contains("<title>Error: Choose a new password"))
        #expect(rejected.html.contains("aria-describedby=\"error rules\" aria-invalid=\"true\""))
        #expect(rejected.html.contains("id=\"error\" role=\"alert\""))
    }

    @Test(
        "the colour of an app becomes one that can be read, on light and on dark",
        arguments: [
            "ffd000", "000000", "ffffff", "2a4b9b", "0b6b5d", "ff0000", "00ff00",
        ]
    )
    func contrast(_ accent: String) async throws {
        let sheet = try await Pages().open("/auth/style.css?accent=\(accent)").html
        let usual = try await Pages().open("/auth/style.css").html
        let colors = sheet.dropFirst(usual.count).matches(
            of: /--accent(?:-ink)?: light-dark\(#([0-9a-f]{6}), #([0-9a-f]{6})\);/
        ).flatMap { [$0.1, $0.2] }.compactMap { Color(hexadecimal: String($0)) }
        try #require(colors.count == 4)
        #expect(colors[0].contrast(to: .white) >= 4.5 && colors[1].contrast(to: .darkCard) >= 7)
        #expect(colors[0].contrast(to: colors[2]) >= 4.5 && colors[1].contrast(to: colors[3]) >= 4.5)
    }

    @Test(
        "an accent that is no colour has no effect on the stylesheet",
        arguments: ["red", "12345", "}body{", "%7D%7D"]
    )
    func noColor(_ accent: String) async throws {
        let pages = try await Pages()
        let usual = await pages.open("/auth/style.css").html
        #expect(await pages.open("/auth/style.css?accent=\(accent)").html == usual)
    }
}
