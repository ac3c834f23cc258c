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
            let renewal: String
            let minutes: Int
        }

        let refresher = ClosureRefresher { credential, attempt throws(RefreshFailure) in
            // The request, with the key that tells a repeated attempt from a second one.
            var request = HTTPRequest(.put, sessions)
            request.fields["x-renewal"] = credential.refreshToken?.reveal()
            request.fields[.idempotencyKey] = attempt.idempotencyKey

            // The network: the error knows whether the back end may have used the token.
            let answer: HTTPResponse
            do throws(TransportError) {
                answer = try await transport.send(request)
            } catch {
                throw .transport(error)
            }

            // The back end's own refusal, and nothing else, signs the user out: it speaks JSON, a gateway shows a page.
            let isOwn = answer.fields[.contentType] == "application/json"
            switch answer.status {
            case 200: break
            case 401 where isOwn: throw .rejected()
            case 300..<500: throw .transient("status \(answer.status)", retryAfter: answer.retryAfter)
            default: throw .uncertain("status \(answer.status)", retryAfter: answer.retryAfter)
            }

            // A page of HTML with status 200 may stand for an answer that was lost.
            guard let tokens = try? JSONDecoder().decode(Tokens.self, from: answer.body) else {
                throw .uncertain("not the back end's answer")
            }
            return Credential(
                accessToken: Secret(tokens.token),
                refreshToken: Secret(tokens.renewal),
                lifetime: .seconds(60 * tokens.minutes),
                receivedAt: answer.date
            )
        }
        // END
        return refresher
    }

    private func refresh(_ answer: Result<HTTPResponse, TransportError>) async throws -> Credential {
        let url = try #require(URL(string: "https://api.example.com/sessions"))
        let transport = ScriptedTransport(answers: [answer])
        let old = Credential(accessToken: Secret("a"), refreshToken: Secret("r"))
        defer {
            #expect(transport.requests.first?.fields["x-renewal"] == "r")
            #expect(transport.requests.first?.fields["idempotency-key"] == "k")
        }
        return try await refresher(url, transport).refresh(old, attempt: RefreshAttempt(idempotencyKey: "k"))
    }

    @Test("R9 new tokens, counted from the server's own time")
    func tokens() async throws {
        let answer = HTTPResponse(
            status: 200,
            fields: [.date: "Fri, 15 Jan 2027 08:00:00 GMT"],
            body: Data(#"{"token":"b","renewal":"r2","minutes":15}"#.utf8)
        )
        let new = try await refresh(.success(answer))
        #expect(new.accessToken == Secret("b") && new.refreshToken == Secret("r2"))
        #expect(new.expiresAt == Date(timeIntervalSince1970: 1_800_000_900))
    }

    static let failures: [(Result<HTTPResponse, TransportError>, RefreshFailure.Outcome)] = [
        (
            .success(HTTPResponse(status: 401, fields: [.contentType: "application/json"])),
            .rejected(.refreshRejected)
        ),
        (.success(HTTPResponse(status: 401, fields: [.contentType: "text/html"])), .transient),
        (.success(HTTPResponse(status: 302)), .transient), (.success(HTTPResponse(status: 429)), .transient),
        (.success(HTTPResponse(status: 502)), .uncertain), (.success(HTTPResponse(status: 200)), .uncertain),
        (.failure(.offline), .transient), (.failure(.lostAnswer), .uncertain),
    ]

    @Test("rule 6 only the back end's own refusal rejects", arguments: failures)
    func failure(answer: Result<HTTPResponse, TransportError>, expected: RefreshFailure.Outcome) async {
        await #expect {
            _ = try await refresh(answer)
        } throws: {
            ($0 as? RefreshFailure)?.outcome == expected
        }
    }
}
