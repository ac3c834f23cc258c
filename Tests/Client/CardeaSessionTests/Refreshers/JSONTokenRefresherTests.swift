import CardeaSession
import CardeaTesting
import Foundation
import CardeaHTTPMessages
import CardeaHTTPTransport
import Testing

struct JSONTokenRefresherTests {
    private static let old = SessionCredential(
        accessToken: SessionSecret("a"),
        refreshToken: SessionSecret("r\"1")
    )
    private static let endpoint = Fixture.url("https://api.example.com/refresh")
    private static let attempt = RefreshAttempt(idempotencyKey: "k")

    private static func response(_ status: Int, _ body: String) -> CardeaResponse {
        CardeaResponse(
            status: status,
            fields: [.date: "Fri, 15 Jan 2027 08:00:00 GMT"],
            body: Data(body.utf8)
        )
    }

    @Test("the refresh token is sent as JSON, and the new tokens are read from JSON (R9, X2)")
    func exchange() async throws {
        let body = #"{"accessToken":"b","refreshToken":"r2","expiresIn":900}"#
        let transport = ScriptedTransport(responses: [.success(Self.response(200, body))])
        let refresher = JSONTokenRefresher(endpoint: Self.endpoint, transport: transport)
        let new = try await refresher.refresh(Self.old, attempt: Self.attempt)
        let request = try #require(transport.requests.first)
        #expect(request.method == .post && request.url == Self.endpoint)
        #expect(request.body == Data(#"{"refreshToken":"r\"1"}"#.utf8))
        #expect(request.fields[.contentType] == "application/json")
        #expect(request.fields[.accept] == "application/json")
        #expect(request.fields[.idempotencyKey] == "k")
        #expect(request.fields[.authorization] == nil)
        #expect(new.accessToken == SessionSecret("b") && new.refreshToken == SessionSecret("r2"))
        #expect(new.lifetime == .seconds(900))
        #expect(new.receivedAt == Date(timeIntervalSince1970: 1_800_000_000))
    }

    @Test(
        "a response in camelCase or in snake_case is read by default (R9)",
        arguments: [
            #"{"accessToken":"b","refreshToken":"r2","expiresIn":900}"#,
            #"{"access_token":"b","refresh_token":"r2","expires_in":900}"#,
        ]
    )
    func bothCases(body: String) async throws {
        let transport = ScriptedTransport(responses: [.success(Self.response(200, body))])
        let refresher = JSONTokenRefresher(endpoint: Self.endpoint, transport: transport)
        let new = try await refresher.refresh(Self.old, attempt: Self.attempt)
        #expect(new.accessToken == SessionSecret("b") && new.refreshToken == SessionSecret("r2"))
        #expect(new.lifetime == .seconds(900))
    }

    @Test("every name is the back end's own, inside objects too (R9)")
    func names() async throws {
        let body = #"{"data":{"jwt":"b","refresh":"r2"},"meta":{"ttl":"60"}}"#
        let transport = ScriptedTransport(responses: [.success(Self.response(201, body))])
        let refresher = JSONTokenRefresher(
            endpoint: Self.endpoint,
            transport: transport,
            method: .put,
            refreshToken: "session.token",
            members: ["device": "d1", "app": "shop"],
            authorizer: TokenPlacement.bearer.and(.jsonField("old")),
            fields: TokenFields(accessToken: "data.jwt", refreshToken: "data.refresh", lifetime: "meta.ttl")
        )
        let new = try await refresher.refresh(Self.old, attempt: Self.attempt)
        let request = try #require(transport.requests.first)
        #expect(request.method == .put)
        let expected = #"{"session":{"token":"r\"1"},"app":"shop","device":"d1","old":"a"}"#
        #expect(request.body.map { String(decoding: $0, as: UTF8.self) } == expected)
        #expect(request.fields[.authorization] == "Bearer a")
        #expect(new.accessToken == SessionSecret("b") && new.refreshToken == SessionSecret("r2"))
        #expect(new.lifetime == .seconds(60))
    }

    @Test("an empty refresh token in a response keeps the present one")
    func emptyToken() async throws {
        for empty in [#"{"accessToken":"b","refreshToken":""}"#, #"{"accessToken":"b","refreshToken":null}"#]
        {
            let transport = ScriptedTransport(responses: [.success(Self.response(200, empty))])
            let engine = SessionEngine(
                configuration: SessionConfiguration(origins: [Fixture.origin]),
                refresher: JSONTokenRefresher(endpoint: Self.endpoint, transport: transport),
                store: InMemoryStore(),
                transport: transport
            )
            try await engine.signIn(with: Self.old)
            try await engine.refresh()
            #expect(engine.credential?.refreshToken == Self.old.refreshToken)
        }
        let none = SessionCredential(
            accessToken: SessionSecret("a"),
            refreshToken: SessionSecret(""),
            proofKey: SessionSecret("")
        )
        #expect(none.refreshToken == nil && none.proofKey == nil)
    }

    @Test("a byte-order mark before the JSON of a token endpoint is skipped (rule 6)")
    func byteOrderMark() async throws {
        let mark = "\u{FEFF}"
        let tokens = Self.response(200, mark + #"{"access_token":"new","expires_in":60}"#)
        let rejection = Self.response(400, mark + #"{"error":"invalid_grant"}"#)
        for index in 0..<3 {
            let transport = ScriptedTransport(responses: [.success(tokens), .success(rejection)])
            let refresher = RetryAfterTests.refreshers(over: transport)[index]
            let attempt = RefreshAttempt(idempotencyKey: "k")
            let new = try await refresher.refresh(Self.old, attempt: attempt)
            #expect(new.accessToken == SessionSecret("new"))
            await #expect(throws: RefreshFailure.rejected(detail: "invalid_grant")) {
                _ = try await refresher.refresh(Self.old, attempt: attempt)
            }
        }
        struct Message: Decodable { let expires_in: Int }
        #expect(try tokens.json(Message.self).expires_in == 60)
    }

    static let failures: [(Int, String, RefreshFailure.Outcome)] = [
        (401, "", .rejected(.refreshRejected)), (200, #"{"rcode":30063}"#, .rejected(.refreshRejected)),
        (200, #"{"rcode":30062}"#, .rejected(.signedInElsewhere)),
        (403, "", .transient), (429, "", .transient), (302, "", .transient), (200, "<html>", .uncertain),
        (200, #"{"rcode":1}"#, .uncertain), (500, "", .uncertain),
    ]

    /// The intermediaries between the app and its back end: a gateway, a proxy, a captive portal.
    static let pages: [(type: String?, body: String)] = [
        ("text/html", ""), ("Text/HTML; charset=utf-8", "<html>"), ("application/xhtml+xml", "<html/>"),
        (nil, "\r\n <!DOCTYPE html><html>"), (nil, "\u{FEFF}<html>"),
    ]

    @Test("a 401 with an HTML page ends no session, unless the app's rule says so (rule 6)", arguments: pages)
    func page(type: String?, body: String) async {
        var page = Self.response(401, body)
        page.fields[.contentType] = type
        let responses = Array(repeating: Result<CardeaResponse, TransportError>.success(page), count: 3)
        let transport = ScriptedTransport(responses: responses)
        let refreshers: [(any CredentialRefresher, RefreshFailure.Outcome)] = [
            (JSONTokenRefresher(endpoint: Self.endpoint, transport: transport), .transient),
            (OldForNewRefresher(endpoint: Self.endpoint, transport: transport), .transient),
            (
                JSONTokenRefresher(endpoint: Self.endpoint, transport: transport, rejection: .unauthorized),
                .rejected(.refreshRejected)
            ),
        ]
        for (refresher, expected) in refreshers {
            await #expect {
                _ = try await refresher.refresh(Self.old, attempt: Self.attempt)
            } throws: {
                ($0 as? RefreshFailure)?.outcome == expected
            }
        }
    }

    @Test(
        "a 401 of the back end with any body ends the session (X4)",
        arguments: [
            (nil, ""), (nil, "{}"), (nil, #"{"error":"<expired>"}"#), ("text/plain", "Unauthorized"),
            ("application/xml", "<expired/>"),
        ]
    )
    func rejection(type: String?, body: String) async {
        var response = Self.response(401, body)
        response.fields[.contentType] = type
        let transport = ScriptedTransport(responses: [.success(response)])
        let refresher = JSONTokenRefresher(endpoint: Self.endpoint, transport: transport)
        await #expect(throws: RefreshFailure.rejected(detail: "status 401")) {
            try await refresher.refresh(Self.old, attempt: Self.attempt)
        }
    }

    @Test("only the back end's own rejection rejects (X8, rule 6)", arguments: failures)
    func failure(status: Int, body: String, expected: RefreshFailure.Outcome) async {
        let refresher = JSONTokenRefresher(
            endpoint: Self.endpoint,
            transport: ScriptedTransport(responses: [.success(Self.response(status, body))]),
            rejection: .bodyCode("rcode", expired: [30063], signedOutElsewhere: [30062]).or(.unauthorized)
        )
        await #expect {
            _ = try await refresher.refresh(Self.old, attempt: Self.attempt)
        } throws: {
            ($0 as? RefreshFailure)?.outcome == expected
        }
    }

    @Test(
        "any status from 400 to 499 with the error invalid_grant signs out; other errors do not (client 1.9)",
        arguments: [
            (400, #"{"error":"invalid_grant"}"#, true), (403, #"{"error":"invalid_grant","x":1}"#, true),
            (400, #"{"error":"invalid_request"}"#, false),
            (400, #"{"error":{"code":"invalid_grant"}}"#, false),
            (500, #"{"error":"invalid_grant"}"#, false), (400, "invalid_grant", false),
        ]
    )
    func invalidGrant(status: Int, body: String, isRejected: Bool) async {
        let transport = ScriptedTransport(
            responses: Array(repeating: .success(Self.response(status, body)), count: 3)
        )
        let refreshers: [any CredentialRefresher] = [
            JSONTokenRefresher(endpoint: Self.endpoint, transport: transport),
            JSONTokenRefresher(endpoint: Self.endpoint, transport: transport, rejection: .status([418])),
            OldForNewRefresher(endpoint: Self.endpoint, transport: transport),
        ]
        for refresher in refreshers {
            await #expect {
                _ = try await refresher.refresh(Self.old, attempt: Self.attempt)
            } throws: {
                let outcome = ($0 as? RefreshFailure)?.outcome
                return (outcome == .rejected(.refreshRejected)) == isRejected
            }
        }
    }

    @Test("a lost response leaves the outcome open; without a refresh token nothing is sent (R11)")
    func network() async {
        let transport = ScriptedTransport(responses: [.failure(.lostResponse)])
        let refresher = JSONTokenRefresher(endpoint: Self.endpoint, transport: transport)
        await #expect(throws: RefreshFailure.transport(.lostResponse)) {
            try await refresher.refresh(Self.old, attempt: Self.attempt)
        }
        await #expect(throws: RefreshFailure.rejected(.refreshRejected, detail: "no refresh token")) {
            try await refresher.refresh(
                SessionCredential(accessToken: SessionSecret("a")),
                attempt: Self.attempt
            )
        }
        #expect(transport.requests.count == 1)
    }
}
