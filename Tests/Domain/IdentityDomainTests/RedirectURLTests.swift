import CardeaIdentityDomain
import Testing

@Suite("URLs that a sign-in may redirect to")
struct RedirectURLTests {
    @Test(
        "a loopback entry without a port allows each port, and one with a port allows that port (security 5)",
        arguments: [
            ("http://127.0.0.1/cb", "http://127.0.0.1:9/cb", true),
            ("http://[::1]/cb", "http://[::1]:5/cb", true),
            ("http://127.0.0.1/cb", "http://127.0.0.1/cb", true),
            ("http://127.0.0.1:18250/cb", "http://127.0.0.1:18250/cb", true),
            ("http://127.0.0.1:18250/cb", "http://127.0.0.1:9/cb", false),
            ("http://127.0.0.1:18250/cb", "http://127.0.0.1/cb", false),
            ("http://127.0.0.1/cb", "http://127.0.0.1:/cb", false),
            ("http://127.0.0.1/cb", "http://127.0.0.1:9/other", false),
            ("http://localhost/cb", "http://localhost:9/cb", false),
        ]
    )
    func ports(entry: String, url: String, isAllowed: Bool) {
        #expect(RedirectURL.allows(url, entries: [entry]) == isAllowed)
    }
}
