import APITestSupport
import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import Testing

@Suite("The names and values of parameters of the pages")
struct ParameterNameTests {
    @Test(
        "a name that comes twice gets a page with status 400 in the language of the user (security 5)",
        arguments: [
            ("/auth/action", "Dieser Link funktioniert nicht"), ("/auth/start", "Sie sind nicht angemeldet"),
            ("/auth/handler", "Sie sind nicht angemeldet"), ("/auth/handler/a", "Sie sind nicht angemeldet"),
            ("/__/auth/handler", "Sie sind nicht angemeldet"),
            ("/__/auth/iframe", "Sie sind nicht angemeldet"),
        ]
    )
    func repeated(_ path: String, _ title: String) async throws {
        let pages = try await Pages()
        for query in ["x=1&x=1", "x=1&y=2&%78=3", "state=a&state=b", "lang=de&lang=en"] {
            let page = await pages.open("\(path)?\(query)", fields: ["accept-language": "de"])
            #expect(page.status == 400, "\(query)")
            #expect(page.fields[.contentType] == "text/html; charset=utf-8")
            #expect(page.fields[.contentSecurityPolicy] != nil)
            #expect(
                page.html.contains("<h1>\(title)</h1>") && page.html.contains("comes twice"),
                "\(page.html)"
            )
        }
    }

    @Test("a link with a name that comes twice, in its address or its form, uses no code (security 5, 9)")
    func repeatedInLink() async throws {
        let pages = try await Pages()
        let link = try await pages.link(.verifyEmail)
        for name in ["mode=verifyEmail", "oobCode=x", "apiKey=demo-key"] {
            #expect(await pages.open("\(link)&\(name)").status == 400, "\(name)")
            #expect(await pages.submit("\(link)&\(name)").status == 400, "\(name)")
        }
        #expect(await pages.submit(link).status == 200)
    }

    @Test("an address that cannot be decoded gets a page with status 400", arguments: ["a=%", "a=%FF"])
    func undecodable(_ query: String) async throws {
        let pages = try await Pages()
        for path in ["/auth/action", "/auth/start", "/__/auth/handler", "/__/auth/iframe"] {
            let page = await pages.open("\(path)?\(query)")
            #expect(page.status == 400 && page.html.contains("cannot be decoded"), "\(page.html)")
        }
    }

    @Test(
        "a text that differs in its bytes is not that of a page (security 3, 5)",
        arguments: [
            ("/auth/action", "mode"), ("/auth/action", "oobCode"), ("/auth/action", ""),
            ("/__/auth/handler", "apiKey"), ("/__/auth/handler", "redirectUrl"), ("/__/auth/handler", "tid"),
            ("/__/auth/handler", ""),
        ]
    )
    func equivalents(_ path: String, _ name: String) async throws {
        let pages = try await Pages()
        _ = try await pages.server.projects.createTenant(
            in: pages.server.project.id,
            id: TenantID(rawValue: "K"),
            by: .server
        )
        var items =
            FormCoding.decode(try await pages.link(.verifyEmail).utf8.drop { $0 != 63 }.dropFirst()) ?? []
        if path != "/auth/action" {
            items = [
                (name: "apiKey", value: "demo-key"), (name: "authType", value: "signInViaPopup"),
                (name: "redirectUrl", value: "https://app.example/"), (name: "tid", value: "K"),
            ]
        }
        func open(_ path: String, _ items: [FormItem]) async -> Int {
            await pages.open(
                "\(PercentEncoding.encode(path).replacing("%2F", with: "/"))?\(FormCoding.encode(items))"
            )
            .status
        }
        #expect(await open(path, items) == 200)
        guard let place = items.firstIndex(where: { $0.name == name }) else {
            for other in path.equivalents { #expect(await open(other, items) != 200, "\(other)") }
            return
        }
        for other in items[place].value.equivalents {
            var changed = items
            changed[place].value = other
            #expect(await open(path, changed) == 400, "\(other)")
        }
        // A tenant is optional.
        for other in name == "tid" ? [] : name.equivalents {
            var changed = items
            changed[place].name = other
            #expect(await open(path, changed) == 400, "\(other)")
        }
    }
}
