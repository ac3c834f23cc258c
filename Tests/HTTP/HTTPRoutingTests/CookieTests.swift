import CardeaHTTPMessages
import CardeaHTTPRouting
import Testing

@Suite("Cookies")
struct CookieTests {
    private func cookies(_ fields: String...) -> Cookies {
        var request = Request(.get, "/")
        for field in fields { request.fields.append(.cookie, field) }
        return request.cookies
    }

    @Test(
        "a cookie is found by its name",
        arguments: [
            ("a=1", "1"), ("b=2; a=1", "1"), ("a=1; b=2", "1"), ("a=", ""), (#"a="1""#, "1"),
            ("a=1=2", "1=2"),
            ("a=x/y:z", "x/y:z"), ("b=1", nil), ("A=1", nil), ("", nil),
            // Browsers send other forms than RFC 6265 §4.1.1 has, and white space does not count (§5.2).
            ("a=1;b=2", "1"), ("b=2;  a=1 ; ", "1"), (" a = 1", "1"), ("a=1\t", "1"), (";;a=1;", "1"),
        ]
    )
    func cookieFoundName(field: String, value: String?) {
        #expect(cookies(field)["a"] == value)
    }

    @Test(
        "a malformed cookie of another site is skipped, and the others are read",
        arguments: [
            #"consent={"a":1,"b":2}"#, "x=a b", "x=a,b", "novalue", "x=é", "=1", "", "x y=1", #"x="1"#,
            #"x=1\2"#,
            "x=\u{7F}", "é=1", "=", " ",
        ]
    )
    func malformedCookie(other: String) {
        for field in ["\(other); a=1", "a=1; \(other)", "b=2; \(other); a=1; \(other)"] {
            #expect(cookies(field)["a"] == "1", "\(field)")
        }
        #expect(!cookies("\(other); a=1").names.contains("x"))
    }

    @Test(
        "a malformed cookie has no value",
        arguments: ["a", "a=1 2", "a=1,2", #"a="1"#, #"a=1\2"#, "a=é", "a=\u{7F}", "\u{a0}a=1"]
    )
    func malformedValue(field: String) {
        #expect(cookies(field)["a"] == nil)
    }

    @Test("a repeated name has no value")
    func nameComesTwice() {
        #expect(cookies("a=1; b=2; a=1")["a"] == nil)
        #expect(cookies("a=1; a=2; a=3")["a"] == nil)
        #expect(cookies("a=1; b=2; a=1")["b"] == "2")
        #expect(cookies("a=1", "a=2")["a"] == nil)
        #expect(cookies("a=1", "b=2")["b"] == "2")
        #expect(cookies("a=1", "malformed")["a"] == "1")
    }

    @Test("a response sets a cookie of one host, for TLS, that scripts cannot read")
    func responseSetsCookie() throws {
        let cookie = try #require(SetCookie("session", "abc", lifetime: .seconds(3600), sameSite: .strict))
        #expect(
            cookie.fieldValue
                == "__Host-session=abc; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=3600"
        )
        var response = Response()
        response.set(cookie)
        response.set(try #require(SetCookie.deleting("other")))
        #expect(
            response.fields.values(of: .setCookie) == [
                cookie.fieldValue,
                "__Host-other=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0",
            ]
        )
    }

    @Test(
        "a cookie with a character that it must not have is invalid",
        arguments: [
            ("a", "b;c"), ("a", "b\r\nset-cookie: c"), ("a", "b c"), ("a", "é"), ("a=", "b"), ("", "b"),
            ("a b", "c"),
        ]
    )
    func cookieCharacterMust(name: String, value: String) {
        #expect(SetCookie(name, value) == nil)
    }

    @Test("a cookie that was set is read again")
    func cookieSetRead() throws {
        let cookie = try #require(SetCookie("session", "a.b-c_d"))
        let pair = String(cookie.fieldValue.prefix { $0 != ";" })
        #expect(cookies(pair)["__Host-session"] == "a.b-c_d")
    }
}
