import CardeaSession
import CardeaTesting
import Foundation
import CardeaHTTPMessages
import CardeaHTTPTransport
import Testing

struct OAuthTokenRefresherTests {
    private static let old = SessionCredential(
        accessToken: SessionSecret("a"),
        refreshToken: SessionSecret("r/1")
    )

    private func refresher(
        _ transport: ScriptedTransport,
        client: ClientAuthentication = .none(clientID: "app")
    ) -> OAuthTokenRefresher {
        OAuthTokenRefresher(
            endpoint: Fixture.url("https://id.example.com/token"),
            transport: transport,
            client: client,
            scope: "all things",
            parameters: ["resource": "https://api.example.com"]
        )
    }

    private func outcome(
        _ response: Result<CardeaResponse, TransportError>
    ) async -> Result<SessionCredential, RefreshFailure> {
        do throws(RefreshFailure) {
            let refresher = refresher(ScriptedTransport(responses: [response]))
            return .success(
                try await refresher.refresh(Self.old, attempt: RefreshAttempt(idempotencyKey: "k"))
            )
        } catch {
            return .failure(error)
        }
    }

    @Test("the form of RFC 6749 §6, the key, and the response (R9, X2)")
    func exchange() async throws {
        let body = Data(
            #"{"access_token":"b","refresh_token":"r2","expires_in":3600,"token_type":"Bearer"}"#.utf8
        )
        let response = CardeaResponse(
            status: 200,
            fields: [.date: "Fri, 15 Jan 2027 08:00:00 GMT"],
            body: body
        )
        let transport = ScriptedTransport(responses: [.success(response)])
        let new = try await refresher(transport).refresh(
            Self.old,
            attempt: RefreshAttempt(idempotencyKey: "k")
        )
        let request = try #require(transport.requests.first)
        #expect(request.method == .post)
        let form =
            "grant_type=refresh_token&refresh_token=r%2F1"
            + "&resource=https%3A%2F%2Fapi.example.com&scope=all%20things&client_id=app"
        #expect(request.body == Data(form.utf8))
        #expect(request.fields[.idempotencyKey] == "k")
        #expect(request.fields[.contentType] == "application/x-www-form-urlencoded")
        #expect(request.fields[.authorization] == nil)
        #expect(new.accessToken == SessionSecret("b") && new.refreshToken == SessionSecret("r2"))
        #expect(new.expiresAt == Date(timeIntervalSince1970: 1_800_003_600))
    }

    static let secrets: [(ClientAuthentication, String?, String)] = [
        (.none(), nil, ""),
        (.none(clientID: "app"), nil, "&client_id=app"),
        (
            .secretBasic(clientID: "a p", secret: SessionSecret("s:1")),
            "Basic " + Data("a%20p:s%3A1".utf8).base64EncodedString(), ""
        ),
        (
            .secretPost(clientID: "app", secret: SessionSecret("s 1")), nil,
            "&client_id=app&client_secret=s%201"
        ),
    ]

    @Test("the client authenticates as the server demands (RFC 6749 §2.3)", arguments: secrets)
    func clientAuthentication(client: ClientAuthentication, field: String?, form: String) async throws {
        let response = CardeaResponse(status: 200, body: Data(#"{"access_token":"b"}"#.utf8))
        let transport = ScriptedTransport(responses: [.success(response)])
        let attempt = RefreshAttempt(idempotencyKey: "k")
        _ = try await refresher(transport, client: client).refresh(Self.old, attempt: attempt)
        let request = try #require(transport.requests.first)
        #expect(request.fields[.authorization] == field)
        #expect(
            String(decoding: request.body ?? Data(), as: UTF8.self).hasSuffix("scope=all%20things" + form)
        )
    }

    @Test(
        "a life that is text, negative or longer than any clock does no harm",
        arguments: [
            (#""3600""#, 3600), ("-5", 0), ("1e300", 3_155_760_000), (#""soon""#, nil), ("null", nil),
            (#""-5""#, nil), (#""0x10""#, nil), (#""1e3""#, nil), ("3599.5", 3599.5),
        ] as [(String, Double?)]
    )
    func lifetime(text: String, seconds: Double?) async throws {
        let body = Data(#"{"access_token":"b","expires_in":\#(text)}"#.utf8)
        let credential = try await outcome(.success(CardeaResponse(status: 200, body: body))).get()
        #expect(credential.lifetime == seconds.map { .seconds($0) })
    }

    static let failures: [(Int, String, RefreshFailure.Outcome)] = [
        (400, #"{"error":"invalid_grant"}"#, .rejected(.refreshRejected)),
        (401, #"{"error":"invalid_grant","error_description":"gone"}"#, .rejected(.refreshRejected)),
        (400, #"{"error":"invalid_client"}"#, .transient),
        (400, #"{"error":"temporarily_unavailable"}"#, .transient),
        (400, "<html>", .transient), (401, "", .transient), (403, "<html>", .transient),
        // As Auth0 responds to a refresh token that is over.
        (403, #"{"error":"invalid_grant"}"#, .rejected(.refreshRejected)),
        (403, #"{"error":"access_denied"}"#, .transient), (400, #"{"error":""}"#, .transient),
        (429, "", .transient), (200, "<html>Welcome to the hotel</html>", .uncertain),
        (200, "{}", .uncertain),
        (200, #"{"access_tok"#, .uncertain), (302, "", .transient), (500, "", .uncertain),
        (502, "<html>", .uncertain),
        (503, #"{"error":"invalid_grant"}"#, .uncertain),
    ]

    @Test("only the endpoint's own rejection rejects (rule 6)", arguments: failures)
    func failure(status: Int, body: String, expected: RefreshFailure.Outcome) async {
        guard
            case .failure(let error) = await outcome(
                .success(CardeaResponse(status: status, body: Data(body.utf8)))
            )
        else {
            Issue.record("no failure")
            return
        }
        #expect(error.outcome == expected)
    }

    @Test(
        "the error contains the failure of the network (R11)",
        arguments: [(TransportError.offline, RefreshFailure.Outcome.transient), (.lostResponse, .uncertain)]
    )
    func network(error: TransportError, expected: RefreshFailure.Outcome) async {
        guard case .failure(let failure) = await outcome(.failure(error)) else {
            Issue.record("no failure")
            return
        }
        #expect(failure.outcome == expected)
        #expect(failure.transport == error)
    }

    @Test("a rejection as 200 with a code ends the session, and is reported once (K12, X11)")
    func rejectionInTheBody() async throws {
        let transport = ScriptedTransport { (request, _) throws(TransportError) in
            let code = request.url.path() == "/token" ? 30063 : 30061
            return CardeaResponse(status: 200, body: Data(#"{"rcode":\#(code)}"#.utf8))
        }
        let engine = SessionEngine(
            configuration: SessionConfiguration(origins: [Fixture.origin]),
            refresher: OAuthTokenRefresher(
                endpoint: Fixture.url("https://api.example.com/token"),
                transport: transport,
                rejection: .bodyCode("rcode", expired: [30063])
            ),
            store: InMemoryStore(),
            transport: transport,
            classifier: .bodyCode("rcode", expired: [30061])
        )
        let events = EventLog(engine)
        try await engine.signIn(with: Self.old)
        for _ in 0..<2 {
            let error = await CardeaSessionTests.failure { try await engine.data(for: Fixture.request()) }
            #expect(error?.code == .refreshRejected)
        }
        #expect(engine.state == .signedOut(.refreshRejected))
        #expect(await eventually { await events.count(.signedOut(.refreshRejected)) == 1 })
        #expect(transport.requests.count == 2)
    }

    @Test("a server with its own names and rejection codes is supported (X8)")
    func ownWords() async throws {
        let responses = [#"{"data":{"token":"b","refresh":"r2"},"ttl":60}"#, #"{"code":"elsewhere"}"#]
        let refresher = OAuthTokenRefresher(
            endpoint: Fixture.url("https://id.example.com/token"),
            transport: ScriptedTransport(
                responses: responses.map { .success(CardeaResponse(status: 200, body: Data($0.utf8))) }
            ),
            fields: TokenFields(accessToken: "data.token", refreshToken: "data.refresh", lifetime: "ttl"),
            rejection: .bodyCode("code", expired: [], signedOutElsewhere: ["elsewhere"])
        )
        let attempt = RefreshAttempt(idempotencyKey: "k")
        let new = try await refresher.refresh(Self.old, attempt: attempt)
        #expect(new.accessToken == SessionSecret("b") && new.refreshToken == SessionSecret("r2"))
        #expect(new.lifetime == .seconds(60))
        await #expect(throws: RefreshFailure.rejected(.signedInElsewhere, detail: "status 200")) {
            try await refresher.refresh(new, attempt: attempt)
        }
    }
}
