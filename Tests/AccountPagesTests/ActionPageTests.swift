import APITestSupport
@testable import CardeaAccountPages
import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import Testing
import CardeaSecrets

@Suite("The page that links in e-mails lead to")
struct ActionPageTests {
    @Test("repeated GET requests show the form and do not use the code")
    func prefetch() async throws {
        let pages = try await Pages()
        let link = try await pages.link(.passwordReset)
        for _ in 0..<3 {
            let response = await pages.open(link)
            #expect(response.status == 200)
            #expect(response.html.contains("ada@example.com"))
            #expect(response.html.contains("<form method=\"post\" action=\"/auth/action\">"))
        }
        #expect(await pages.submit(link, ["newPassword": "another horse"]).status == 200)
        let again = await pages.open(link)
        #expect(again.status == 200 && again.html.contains("was used already"))
        let signIn = await pages.server.call(
            "signInWithPassword",
            ["email": "ada@example.com", "password": "another horse"]
        )
        #expect(signIn.status == 200)
    }

    @Test(
        "HEAD does not change a sign-in with a provider (security 16)",
        arguments: ["/auth/start", "/auth/handler", "/auth/handler/oidc.acme"]
    )
    func head(path: String) async throws {
        let pages = try await Pages()
        #expect(await pages.open(path + "?state=x").status == 400)
        let response = await pages.open(path + "?state=x", by: .head)
        #expect(
            response.status == 405
                && response.fields["allow"] == (path == "/auth/start" ? "GET" : "GET, POST")
        )
    }

    @Test("the title names the completed action, and a link without a code or a mode is incomplete")
    func titles() async throws {
        let pages = try await Pages()
        let link = try await pages.link(.passwordReset)
        #expect(await pages.open(link).html.contains("<h1>Choose a new password</h1>"))
        let done = await pages.submit(link, ["newPassword": "another horse"])
        #expect(done.html.contains("<h1>Your password is changed</h1>"))
        #expect(!done.html.contains("Choose a new password"))
        let verify = try await pages.link(.verifyEmail)
        for path in [
            "/auth/action", "/auth/action?mode=verifyEmail", verify.replacing("mode=verifyEmail&", with: ""),
        ] {
            let page = await pages.open(path)
            #expect(
                page.status == 400 && page.html.contains("The link is incomplete"),
                "\(path): \(page.html)"
            )
        }
        #expect(await pages.submit(verify).html.contains("<h1>Your e-mail address is confirmed</h1>"))
    }

    @Test("a weak password gets an error that names it, and the code can be used again")
    func weakPassword() async throws {
        let pages = try await Pages()
        let link = try await pages.link(.passwordReset)
        for password in ["short", "password1", ""] {
            let response = await pages.submit(link, ["newPassword": password])
            #expect(response.status == 400 && response.html.contains("<form"), "\(password)")
        }
        #expect(await pages.submit(link, ["newPassword": "another horse"]).status == 200)
    }

    @Test("a confirmation verifies the address, and links to the app")
    func verification() async throws {
        let pages = try await Pages()
        let link = try await pages.link(.verifyEmail, continueURL: "https://app.example/after?a=1&b=2")
        #expect(await pages.open(link).status == 200)
        let done = await pages.submit(link)
        #expect(done.status == 200 && done.html.contains("href=\"https://app.example/after?a=1&amp;b=2\""))
    }

    @Test("a sign-in link leads into the app, with the code, and is not used by the page")
    func signIn() async throws {
        let pages = try await Pages()
        let link = try await pages.link(.emailSignIn, continueURL: "https://app.example/in")
        let page = await pages.open(link)
        #expect(page.html.contains("href=\"https://app.example/in?mode=signIn&amp;oobCode="))
        // The address is the second part of the proof.
        _ = await pages.submit(link)
        let code = try #require(
            FormCoding.decode(link.utf8.drop { $0 != 63 }.dropFirst())?.first { $0.name == "oobCode" }
        )
        let signedIn = await pages.server.call(
            "signInWithEmailLink",
            ["email": "ada@example.com", "oobCode": .string(code.value)]
        )
        #expect(signedIn.status == 200, "\(signedIn.text)")
    }

    @Test("every page forbids scripts, frames and other origins, and sends its address nowhere (security 7)")
    func headers() async throws {
        let pages = try await Pages()
        let link = try await pages.link(.passwordReset)
        let responses = [
            await pages.open(link), await pages.open("/auth/action"), await pages.submit(link),
            await pages.open(link, fields: [.origin: "https://evil.example"]),
        ]
        for response in responses {
            let policy = response.fields[.contentSecurityPolicy] ?? ""
            #expect(policy.hasPrefix("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
            #expect(!policy.contains("unsafe") && !policy.contains("script"))
            #expect(response.fields["referrer-policy"] == "no-referrer")
            #expect(response.fields[.cacheControl] == "no-store")
            #expect(response.fields["access-control-allow-origin"] == nil)
            #expect(!response.html.contains("<script") && !response.html.contains("style="))
        }
    }

    @Test("text of a request is escaped or not shown (security 7, 31)")
    func escaping() async throws {
        let pages = try await Pages()
        let link = try await pages.link(.passwordReset)
        let hostile = "%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E"
        for path in [
            link + "&lang=\(hostile)", "/auth/action?mode=\(hostile)&oobCode=\(hostile)&lang=\(hostile)",
            "/auth/action?oobCode=%FF", link + "&continueUrl=javascript:alert(1)",
        ] {
            let page = await pages.open(path)
            #expect(!page.html.contains("<script") && !page.html.contains("javascript:"), "\(path)")
        }
    }

    @Test(
        "a link whose mode is not that of its code is rejected",
        arguments: ["verifyEmail", "signIn", "", "x"]
    )
    func mode(_ mode: String) async throws {
        let pages = try await Pages()
        let link = try await pages.link(.passwordReset)
        let other = link.replacing("mode=resetPassword", with: "mode=\(mode)")
        #expect(await pages.open(other).status == 400)
        #expect(await pages.submit(other, ["newPassword": "another horse"]).status == 400)
        #expect(await pages.open(link).status == 200)
    }

    @Test(
        "the page speaks the language of the link, else of the browser",
        arguments: [
            ("ja", nil, "ja", "新しいパスワード"), ("zh-Hans", nil, "zh-Hans", "新密码"), ("zh", nil, "zh-Hans", "新密码"),
            ("ko_KR", nil, "ko", "비밀번호"),
            ("zh-TW", nil, "zh-Hant", "新密碼"), (nil, "zh-HK,zh;q=0.8", "zh-Hant", "新密碼"),
            ("de", "ja", "de", "Passwort"), (nil, "fr;q=0.9, de-CH;q=0.8", "de", "Passwort"),
            ("xx", nil, "en", "password"),
        ] as [(String?, String?, String, String)]
    )
    func languages(_ tag: String?, _ accepted: String?, _ language: String, _ word: String) async throws {
        let pages = try await Pages()
        var link = try await pages.link(.passwordReset)
        if let tag { link += "&lang=\(tag)" }
        let page = await pages.open(link, fields: accepted.map { ["accept-language": $0] } ?? [:])
        #expect(page.html.contains("<html lang=\"\(language)\">") && page.html.contains(word), "\(page.html)")
    }

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
        let pages = try await Pages { $0.passwords.requiresDigit = true }
        let link = try await pages.link(.passwordReset)
        let form = await pages.open(link)
        #expect(form.html.contains("<li>8 characters or more</li>") && form.html.contains("<li>A digit</li>"))
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
        let colors = sheet.suffix(400).matches(of: /--accent: #([0-9a-f]{6});/).compactMap {
            Color(hexadecimal: String($0.1))
        }
        try #require(colors.count == 2)
        #expect(colors[0].contrast(to: .white) >= 4.5 && colors[1].contrast(to: .darkCard) >= 7)
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

/// The pages of a server with one user.
private struct Pages {
    let server: APIServer
    private let site: Site

    init(_ change: (inout Policy) -> Void = { _ in }) async throws {
        var policy = Policy()
        policy.codes.continueOrigins = ["https://app.example"]
        change(&policy)
        server = try await APIServer(policy: policy)
        _ = await server.signUp()
        var router = Router()
        AccountPages(
            verification: server.services.verification,
            redirects: server.services.redirects
        )
        .register(on: &router)
        site = Site(router, security: AccountPages.security)
    }

    /// The path and query of a link for `ada@example.com`.
    func link(_ purpose: ActionCode.Purpose, continueURL: String? = nil) async throws -> String {
        let request = CodeRequest(
            purpose,
            email: "ada@example.com",
            newEmail: "new@example.com",
            continueURL: continueURL
        )
        let created = try await server.services.verification.sendCode(
            request,
            for: .administrator(sends: false),
            by: Caller(RequestScope(project: server.project), remoteAddress: "192.0.2.1")
        )
        return Self.path(of: created)
    }

    /// The path and query of the link that brings back the address after its last change.
    func recoveryLink() async throws -> String {
        let codes = try await server.services.verification.readableCodes(
            in: UserPool(project: server.project.id)
        )
        return Self.path(of: try #require(codes.last { $0.code.purpose == .recoverEmail }))
    }

    private static func path(of created: CreatedCode) -> String {
        String(created.link.reveal().dropFirst("https://id.example".count))
    }

    func open(
        _ link: String,
        by method: RequestMethod = .get,
        fields: HeaderFields = [:]
    ) async -> Response {
        let parts = link.split(separator: "?", maxSplits: 1)
        return await site.respond(
            to: Request(
                method,
                String(parts[0]),
                query: parts.count == 2 ? String(parts[1]) : nil,
                fields: fields
            )
        )
    }

    /// Sends the form of a page, whose hidden fields are those of the link.
    func submit(_ link: String, _ more: [String: String] = [:]) async -> Response {
        let query = FormCoding.decode(link.utf8.drop { $0 != 63 }.dropFirst()) ?? []
        let body = FormCoding.encode(query + more.map { (name: $0.key, value: $0.value) })
        return await site.respond(
            to: Request(
                .post,
                "/auth/action",
                fields: [.contentType: "application/x-www-form-urlencoded"],
                body: Array(body.utf8)
            )
        )
    }
}

extension Response {
    fileprivate var html: String { String(decoding: body, as: UTF8.self) }
}
