import CardeaSession
import CardeaTesting
import CardeaEncodings
import Foundation
import CardeaHTTPMessages
import CardeaHTTPTransport
import Testing

/// Authorizers at work in an engine: replays, redirects, nonces.
struct AuthorizedCallTests {
    static let form = "application/x-www-form-urlencoded"
    static let json = "application/json"
    static let places: [(name: String, authorizer: any RequestAuthorizer, type: String, body: String)] = [
        ("header", .header("x-token"), form, "a=1"), ("query", .query("t"), form, "a=1"),
        ("form", .form("t"), form, "a=1"), ("JSON", .jsonField("t"), json, #"{"a":1}"#),
        ("several", TokenPlacement.bearer.and(.query("t")), form, "a=1"), ("DPoP", DPoP(), form, "a=1"),
    ]

    static func text(_ request: CardeaRequest) -> String {
        let fields = request.fields.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
        return "\(request.url.absoluteString)\n\(fields)\n"
            + String(decoding: request.body ?? Data(), as: UTF8.self)
    }

    static func request(_ place: Int) -> CardeaRequest {
        var request = Fixture.request(method: .post)
        request.fields[.contentType] = places[place].type
        request.body = Data(places[place].body.utf8)
        return request
    }

    @Test("a replay carries the new token, and not both (X9)", arguments: places.indices)
    func replay(place: Int) async throws {
        let fixture = Fixture(
            authorizer: Self.places[place].authorizer,
            response: { (request, _) throws(TransportError) in
                CardeaResponse(status: Self.text(request).contains("access-2") ? 200 : 401)
            }
        )
        try await fixture.signIn()
        #expect(try await fixture.engine.data(for: Self.request(place)).status == 200)
        let sent = fixture.transport.requests.map(Self.text)
        #expect(sent.count == 2)
        #expect(sent.last?.contains("access-1") == false)
    }

    static let bodies: [any RequestAuthorizer] = [.form("t"), .jsonField("t")]

    static let unsuitable:
        [(place: Int, method: RequestMethod, type: String?, body: String?, reason: String)] =
            [
                (0, .get, nil, nil, "the form field 't' of a GET request"),
                (0, .head, form, nil, "the form field 't' of a HEAD request"),
                (0, .post, json, "{}", "the form field 't' of content of the type 'application/json'"),
                (1, .get, nil, nil, "the JSON member 't' of a GET request"),
                (
                    1, .post, form, "a=1",
                    "the JSON member 't' of content of the type 'application/x-www-form-urlencoded'"
                ),
                (1, .post, json, "[1]", "the JSON member 't' of content that is no JSON object"),
                (1, .post, nil, "{}", "the JSON member 't' of content of the type 'unknown'"),
            ]

    @Test(
        "a request without a place for the token is not sent, and its error gives the reason (client 1.8)",
        arguments: unsuitable
    )
    func noPlace(
        row: (place: Int, method: RequestMethod, type: String?, body: String?, reason: String)
    ) async throws {
        let fixture = Fixture(authorizer: Self.bodies[row.place])
        try await fixture.signIn()
        var request = Fixture.request(method: row.method)
        request.fields[.contentType] = row.type
        request.body = row.body.map { Data($0.utf8) }
        let error = await failure { try await fixture.engine.data(for: request) }
        #expect(error?.code == .requestNotAuthorizable)
        #expect(error?.detail?.hasPrefix("the token cannot be \(row.reason): use another") == true)
        #expect(await failure { try await fixture.engine.authorize(&request) } == error)
        #expect(fixture.transport.requests.isEmpty && fixture.refresher.calls.isEmpty)
        let response = try await fixture.engine.data(for: request, options: .unauthenticated)
        #expect(response.status == 200)
    }

    @Test("one place among several is enough (client 1.8)")
    func severalPlaces() async throws {
        let fixture = Fixture(authorizer: TokenPlacement.bearer.and(.form("t")))
        try await fixture.signIn()
        #expect(try await fixture.engine.data(for: Fixture.request()).status == 200)
        #expect(fixture.sentTokens == ["Bearer access-1"])
    }

    @Test(
        "a redirect to where the token has no place is followed without it, and its 401 is delivered (client 1.8)"
    )
    func redirectToGet() async throws {
        let fixture = Fixture(
            authorizer: .form("t"),
            response: { (request, _) throws(TransportError) in
                request.method == .get
                    ? CardeaResponse(status: 401)
                    : CardeaResponse(status: 303, fields: [.location: "/elsewhere"])
            }
        )
        try await fixture.signIn()
        #expect(try await fixture.engine.data(for: Fixture.request(method: .post)).status == 401)
        #expect(fixture.transport.requests.count == 2 && fixture.refresher.calls.isEmpty)
    }

    @Test(
        "an upload keeps its content type; if the token has no place in it, it is not sent (X9, client 1.8)",
        arguments: bodies.indices
    )
    func upload(place: Int) async throws {
        for type in [nil, Self.form, Self.json, "image/png"] {
            let transport = StreamingTransport { (_, _) throws(TransportError) in
                HTTPStreamedResponse(status: 200, body: HTTPBytes(Data()))
            }
            let authorizer = Self.bodies[place].and(.bearer)
            let fixture = Fixture(authorizer: authorizer, streams: transport)
            try await fixture.signIn()
            var request = Fixture.request(method: .put)
            request.fields[.contentType] = type
            _ = try await fixture.engine.upload(for: request, from: .data(Data("photo".utf8)))
            #expect(transport.requests.map { $0.fields[.contentType] } == [type])
            #expect(transport.requests.map(\.body) == [Data("photo".utf8)])
            let alone = Fixture(authorizer: Self.bodies[place], streams: transport)
            try await alone.signIn()
            let error = await failure {
                try await alone.engine.upload(for: request, from: .data(Data("photo".utf8)))
            }
            #expect(error?.detail?.contains("content from a file or a stream") == true)
            #expect(transport.requests.count == 1)
        }
    }

    static let foreign = [
        "https://api.example.com.evil.example/", "https://evil.example/", "https://api.example.com:444/",
        "https://xapi.example.com/",
    ]

    @Test(
        "foreign and look-alike hosts get no credential in any place (R2, rule 12)",
        arguments: places.indices
    )
    func foreignHosts(place: Int) async throws {
        for address in Self.foreign {
            let fixture = Fixture(
                authorizer: Self.places[place].authorizer,
                response: { (_, _) throws(TransportError) in CardeaResponse(status: 200) }
            )
            try await fixture.signIn()
            var request = Self.request(place)
            request.url = Fixture.url(address)
            _ = try await fixture.engine.data(for: request)
            #expect(fixture.transport.requests == [request])
        }
    }

    @Test(
        "a redirect to a foreign host gets no credential, even if it repeats the token (R2, rule 12)",
        arguments: places.indices
    )
    func redirect(place: Int) async throws {
        let fixture = Fixture(
            authorizer: Self.places[place].authorizer,
            response: { (_, index) throws(TransportError) in
                guard index == 0 else { return CardeaResponse(status: 200) }
                let location = "https://api.example.com.evil.example/?t=access-1"
                return CardeaResponse(status: 308, fields: [.location: location])
            }
        )
        try await fixture.signIn()
        _ = try await fixture.engine.data(for: Self.request(place))
        let last = try #require(fixture.transport.requests.last)
        #expect(fixture.transport.requests.count == 2)
        let isQuery = ["query", "several"].contains(Self.places[place].name)
        #expect(last.url.absoluteString.contains("access-1") == !isQuery)
        #expect(last.fields.allSatisfy { !$0.value.contains("access-1") })
        #expect(last.body == Data(Self.places[place].body.utf8))
    }

    @Test(
        "a DPoP nonce that the server demands is sent at once, and counts neither as rejection nor as replay (RFC 9449 §9)"
    )
    func nonce() async throws {
        let fixture = Fixture(
            authorizer: DPoP(),
            response: { (request, _) throws(TransportError) in
                guard DPoPTests.Proof(request)?.claims["nonce"]?.string == "n1" else {
                    let challenge = #"DPoP error="use_dpop_nonce", error_description="nonce""#
                    return CardeaResponse(
                        status: 401,
                        fields: [.wwwAuthenticate: challenge, "dpop-nonce": "n1"]
                    )
                }
                return CardeaResponse(status: 200)
            }
        )
        var credential = fixture.backend.signIn()
        credential.proofKey = DPoP.newKey()
        try await fixture.engine.signIn(with: credential)
        for _ in 0..<2 { #expect(try await fixture.engine.data(for: Fixture.request()).status == 200) }
        #expect(fixture.transport.requests.count == 3)
        #expect(fixture.refresher.calls.isEmpty)
        #expect(try await fixture.store.load()?.credential.proofKey == credential.proofKey)
        try await fixture.engine.refresh()
        #expect(fixture.engine.credential?.proofKey == credential.proofKey)
    }

    @Test("DPoP: a server that is never content with a nonce does not keep the request going round")
    func stubborn() async throws {
        let fixture = Fixture(
            authorizer: DPoP(),
            response: { (_, index) throws(TransportError) in
                let challenge = #"DPoP error="use_dpop_nonce""#
                return CardeaResponse(
                    status: 401,
                    fields: [.wwwAuthenticate: challenge, "dpop-nonce": "n\(index)"]
                )
            }
        )
        try await fixture.signIn()
        #expect(try await fixture.engine.data(for: Fixture.request()).status == 401)
        #expect(fixture.transport.requests.count == 4)
        #expect(fixture.engine.state.profile != nil)
    }
}
