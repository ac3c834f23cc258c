import CardeaSession
import CardeaTesting
import Foundation
import CardeaHTTPMessages
import CardeaHTTPTransport
import Testing

struct OldForNewRefresherTests {
    private static let old = SessionCredential(accessToken: SessionSecret("old"))

    private func exchange(
        _ response: Result<CardeaResponse, TransportError>,
        fields: TokenFields = TokenFields(),
        rejection: ResponseRule = .unauthorized
    ) async -> (result: Result<SessionCredential, RefreshFailure>, request: CardeaRequest?) {
        let transport = ScriptedTransport(responses: [response])
        let refresher = OldForNewRefresher(
            endpoint: Fixture.url("https://api.example.com/exchange"),
            transport: transport,
            fields: fields,
            rejection: rejection
        )
        do throws(RefreshFailure) {
            let attempt = RefreshAttempt(idempotencyKey: "k")
            let new = try await refresher.refresh(Self.old, attempt: attempt)
            return (.success(new), transport.requests.first)
        } catch {
            return (.failure(error), transport.requests.first)
        }
    }

    @Test("the old token goes out as the back end wants it, and the new one is found in its response (X3)")
    func old() async throws {
        let body = Data(#"{"data":{"token":"new"},"ttl":"900"}"#.utf8)
        let fields = TokenFields(accessToken: "data.token", lifetime: "ttl")
        let (result, request) = await exchange(
            .success(CardeaResponse(status: 201, body: body)),
            fields: fields
        )
        let new = try result.get()
        #expect(new.accessToken == SessionSecret("new") && new.lifetime == .seconds(900))
        #expect(new.refreshToken == nil)
        #expect(request?.method == .post)
        #expect(request?.fields[.authorization] == "Bearer old")
        #expect(request?.fields[.idempotencyKey] == "k")
    }

    static let failures: [(Int, String, RefreshFailure.Outcome)] = [
        (401, "", .rejected(.refreshRejected)), (403, "", .transient), (429, "", .transient),
        (302, "", .transient), (200, "<html>", .uncertain), (200, "{}", .uncertain),
        (200, #"{"access_token":""}"#, .uncertain), (204, "", .uncertain), (500, "", .uncertain),
    ]

    @Test("only the back end's own rejection rejects (X4, rule 6)", arguments: failures)
    func failure(status: Int, body: String, expected: RefreshFailure.Outcome) async {
        let response = CardeaResponse(status: status, body: Data(body.utf8))
        let (result, _) = await exchange(.success(response))
        #expect(throws: RefreshFailure.self) { try result.get() }
        guard case .failure(let failure) = result else { return }
        #expect(failure.outcome == expected)
    }

    @Test("a rejection may be a code in a body, with its own reason (X8)")
    func reason() async {
        let rejection = ResponseRule { response, _ in
            response.body == Data("elsewhere".utf8) ? .rejected(.signedInElsewhere) : .accepted
        }
        let response = CardeaResponse(status: 200, body: Data("elsewhere".utf8))
        let (result, _) = await exchange(.success(response), rejection: rejection)
        guard case .failure(let failure) = result else {
            Issue.record("no failure")
            return
        }
        #expect(failure.outcome == .rejected(.signedInElsewhere))
    }

    @Test("a lost response leaves the outcome open, an unreachable server does not (R11)")
    func network() async {
        for (error, expected) in [
            (TransportError.lostResponse, RefreshFailure.Outcome.uncertain), (.offline, .transient),
        ] {
            guard case .failure(let failure) = await exchange(.failure(error)).result else { continue }
            #expect(failure.outcome == expected)
        }
    }
}
