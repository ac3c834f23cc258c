import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import Testing

@testable import CardeaServer

@Suite struct EmulatorVisitorsTests {
    private let visitors = EmulatorVisitors(origins: ["https://app.example"], hosts: ["emulator.example"])

    private func isRejected(_ request: Request) -> Bool { visitors.rejection(of: request) != nil }

    @Test(
        "a request by the name of another site is rejected (security L11)",
        arguments: [
            ("localhost:9099", true), ("LOCALHOST", true), ("127.0.0.1:9099", true), ("[::1]:9099", true),
            ("app.localhost:9099", true), ("10.0.2.2:9099", true), ("emulator.example:80", true),
            ("evil.example", false), ("localhost.evil.example:9099", false),
            ("127.0.0.1.evil.example", false),
            ("[::1].evil.example", false), ("[::1]:9099.evil.example", false),
            ("localhost:evil.example", false),
            ("[::1", true), ("", false),
        ]
    )
    func requestNameAnother(_ host: String, _ isAdmitted: Bool) {
        for path in ["/v1/accounts:signUp", "/emulator/v1/state"] {
            #expect(isRejected(Request(.post, path, fields: ["host": host])) == !isAdmitted)
        }
    }

    @Test(
        "pages of other sites do not control the emulator (security L11)",
        arguments: [
            ("http://localhost:3000", true), ("https://127.0.0.1", true), ("http://[::1]:8080", true),
            ("https://app.example", true), ("https://evil.example", false), ("null", false),
            ("http://[::1].evil.example", false), ("http://[::1]:80.evil.example", false),
            ("http://127.0.0.1:80@evil.example", false), ("http://localhost:3000/evil", false),
            ("http://localhost.evil.example", false), ("file://localhost", false), ("http://10.0.2.2", false),
        ]
    )
    func pagesOtherSites(
        _ origin: String,
        _ isAdmitted: Bool
    ) {
        let fields: HeaderFields = ["host": "localhost", .origin: origin]
        let preflight = fields.merging(["access-control-request-headers": "Authorization,content-type"])
        let administrator = fields.merging([.authorization: "Bearer owner"])
        #expect(isRejected(Request(.delete, "/emulator/v1/state", fields: fields)) == !isAdmitted)
        #expect(isRejected(Request(.options, "/EMULATOR/v1/clock", fields: fields)) == !isAdmitted)
        #expect(
            isRejected(Request(.options, "/v1/projects/p/accounts:delete", fields: preflight)) == !isAdmitted
        )
        #expect(
            isRejected(Request(.post, "/v1/projects/p/accounts:delete", fields: administrator)) == !isAdmitted
        )
        #expect(isRejected(Request(.post, "/oauth2/introspect", fields: fields)) == !isAdmitted)
        #expect(!isRejected(Request(.post, "/v1/accounts:signUp", fields: fields)))
    }

    @Test("programs without an origin control the emulator")
    func programsWithoutOrigin() {
        #expect(!isRejected(Request(.delete, "/emulator/v1/state", fields: ["host": "localhost:9099"])))
        #expect(!isRejected(Request(.delete, "/emulator/v1/state")))
    }
}

extension HeaderFields {
    fileprivate func merging(_ others: HeaderFields) -> HeaderFields {
        var fields = self
        for field in others { fields[field.name] = field.value }
        return fields
    }
}
