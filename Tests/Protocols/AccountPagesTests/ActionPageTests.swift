import APITestSupport
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
}
