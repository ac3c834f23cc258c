import CardeaSession
import CardeaTesting
import Foundation
import Testing

/// The refresher that the page writes out in full is not only compiled, but run.
@Suite("A refresher on a page")
struct ClosureTests {
    private func refresher(_ sessions: URL, _ transport: any HTTPTransport) -> some CredentialRefresher {
        // EXAMPLE Closure
        struct Tokens: Decodable {
            let token: String
            let refresh: String
            let minutes: Int
        }

        let refresher = RefreshScheme.custom { credential, attempt throws(RefreshFailure) in
            // The request, with the key that tells a repeated attempt from a second one.
            var request = CardeaRequest(.put, sessions)
            request.fields["x-refresh"] = credential.refreshToken?.reveal()
            request.fields[.idempotencyKey] = attempt.idempotencyKey

            // The network: the error knows whether the back end may have used the token.
            let response: CardeaResponse
            do throws(TransportError) {
                response = try await transport.send(request)
            } catch {
                throw .transport(error)
            }

            // The back end's own rejection, and nothing else, signs the user out: it speaks JSON, a gateway shows a page.
            let isOwn = response.fields[.contentType] == "application/json"
            switch response.status {
            case 200: break
            case 401 where isOwn: throw .rejected()
            case 300..<500: throw .transient("status \(response.status)", retryAfter: response.retryAfter)
            default: throw .uncertain("status \(response.status)", retryAfter: response.retryAfter)
            }

            // A page of HTML with status 200 may stand for a response that was lost.
            guard let tokens = try? JSONDecoder().decode(Tokens.self, from: response.body) else {
                throw .uncertain("not the back end's response")
            }
            return SessionCredential(
                accessToken: SessionSecret(tokens.token),
                refreshToken: SessionSecret(tokens.refresh),
                lifetime: .seconds(60 * tokens.minutes),
                receivedAt: response.date
            )
        }
        // END
        return refresher
    }

    private func refresh(_ response: Result<CardeaResponse, TransportError>) async throws -> SessionCredential
    {
        let url = try #require(URL(string: "https://api.example.com/sessions"))
        let transport = ScriptedTransport(responses: [response])
        let old = SessionCredential(accessToken: SessionSecret("a"), refreshToken: SessionSecret("r"))
        defer {
            #expect(transport.requests.first?.fields["x-refresh"] == "r")
            #expect(transport.requests.first?.fields["idempotency-key"] == "k")
        }
        return try await refresher(url, transport).refresh(old, attempt: RefreshAttempt(idempotencyKey: "k"))
    }

    @Test("new tokens, counted from the server's own time (R9)")
    func tokens() async throws {
        let response = CardeaResponse(
            status: 200,
            fields: [.date: "Fri, 15 Jan 2027 08:00:00 GMT"],
            body: Data(#"{"token":"b","refresh":"r2","minutes":15}"#.utf8)
        )
        let new = try await refresh(.success(response))
        #expect(new.accessToken == SessionSecret("b") && new.refreshToken == SessionSecret("r2"))
        #expect(new.expiresAt == Date(timeIntervalSince1970: 1_800_000_900))
    }

    static let failures: [(Result<CardeaResponse, TransportError>, RefreshFailure.Outcome)] = [
        (
            .success(CardeaResponse(status: 401, fields: [.contentType: "application/json"])),
            .rejected(.refreshRejected)
        ),
        (.success(CardeaResponse(status: 401, fields: [.contentType: "text/html"])), .transient),
        (.success(CardeaResponse(status: 302)), .transient),
        (.success(CardeaResponse(status: 429)), .transient),
        (.success(CardeaResponse(status: 502)), .uncertain),
        (.success(CardeaResponse(status: 200)), .uncertain),
        (.failure(.offline), .transient), (.failure(.lostResponse), .uncertain),
    ]

    @Test("only the back end's own rejection rejects (rule 6)", arguments: failures)
    func failure(response: Result<CardeaResponse, TransportError>, expected: RefreshFailure.Outcome) async {
        await #expect {
            _ = try await refresh(response)
        } throws: {
            ($0 as? RefreshFailure)?.outcome == expected
        }
    }
}
