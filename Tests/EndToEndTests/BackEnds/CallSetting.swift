import CardeaSession
import CardeaTesting
import Foundation
import Testing

/// An app with somebody signed in at `calls.py`, whose log tells what went over the wire.
struct CallSetting {
    let server: PythonServer
    let engine: SessionEngine
    let store = InMemoryStore()
    /// The engine's clock, unless it has the system's.
    let clock = ManualClock(date: Date())

    /// Starts the server and signs in.
    init(
        refresher: (PythonServer) -> any CredentialRefresher = Self.oauth,
        authorizer: any RequestAuthorizer = .bearer,
        classifier: ResponseRule = .standard,
        retries: RetrySchedule = RetrySchedule(),
        profileReader: (PythonServer) -> ProfileReader? = { _ in nil },
        isInRealTime: Bool = false,
        stepUp: (PythonServer) -> StepUpHandler? = { _ in nil }
    ) async throws {
        let server = try await PythonServer.start("calls.py")
        self.server = server
        engine = SessionEngine(
            configuration: SessionConfiguration(
                origins: server.origins,
                requestRetries: RequestRetries(policy: retries)
            ),
            refresher: refresher(server),
            store: store,
            authorizer: authorizer,
            classifier: classifier,
            profileReader: profileReader(server),
            stepUp: stepUp(server),
            clock: isInRealTime ? SystemClock() : clock
        )
        try await engine.signIn(with: try await server.login())
    }

    private static func oauth(_ server: PythonServer) -> any CredentialRefresher {
        OAuthTokenRefresher(
            endpoint: server.url.appending(path: "token"),
            transport: SystemTransport()
        )
    }

    /// A request that names itself in the query, so that its response can be told from others.
    func request(_ method: RequestMethod = .get, _ path: String, number: Int = 0) -> CardeaRequest {
        let items = [URLQueryItem(name: "n", value: "\(number)")]
        return CardeaRequest(method, server.url.appending(path: path).appending(queryItems: items))
    }

    /// Makes twenty calls at once; how each of them ended, in order.
    func atOnce(
        _ call: @escaping @Sendable (_ number: Int) async throws(SessionError) -> CardeaResponse
    ) async -> [Result<CardeaResponse, SessionError>] {
        await withTaskGroup(of: (Int, Result<CardeaResponse, SessionError>).self) { group in
            for number in 0..<20 {
                group.addTask {
                    let outcome: Result<CardeaResponse, SessionError>
                    do throws(SessionError) {
                        outcome = .success(try await call(number))
                    } catch {
                        outcome = .failure(error)
                    }
                    return (number, outcome)
                }
            }
            return await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    /// Sends the same request twenty times at once, but for its number.
    func atOnce(
        _ method: RequestMethod = .get,
        _ path: String
    ) async -> [Result<CardeaResponse, SessionError>] {
        let engine = engine
        let requests = (0..<20).map { request(method, path, number: $0) }
        return await atOnce { (number) throws(SessionError) in
            try await engine.data(for: requests[number])
        }
    }

    /// Lets the one wait that is on pass, which must be exactly so long.
    func pass(_ wait: Duration) async throws {
        try await until("a wait of \(wait)") { clock.sleepers > 0 }
        clock.advance(by: wait - .milliseconds(1))
        #expect(clock.sleepers == 1)
        clock.advance(by: .milliseconds(1))
        #expect(clock.sleepers == 0)
    }
}

extension [Result<CardeaResponse, SessionError>] {
    /// Whether each call got the response to its own request.
    var areOwnResponses: Bool {
        indices.allSatisfy { index in
            guard let response = try? self[index].get(), response.status == 200 else { return false }
            return Reply(response)["n"] == "\(index)"
        }
    }
}

extension PythonServer {
    /// Signs in as an app does whose back end has words of its own.
    func login(acr: String = "") async throws -> SessionCredential {
        let reply = try await send(.post, "/login?acr=\(acr)")
        return SessionCredential(
            accessToken: SessionSecret(try #require(reply["access_token"])),
            refreshToken: SessionSecret(try #require(reply["refresh_token"])),
            lifetime: .seconds(600),
            profile: UserProfile(userID: "ada")
        )
    }

    /// The refreshes of the server since its start, without sign-ins and the tests' own requests.
    var log: [String] {
        get async throws {
            let lines = try #require(await send(.get, "/log").object["log"] as? [String])
            let words = ["/login", "/expire", "/end", "/elsewhere", "/go", "/proofs"]
            return lines.filter { line in !words.contains { line.hasPrefix("POST \($0) ") } }
        }
    }

    /// Lets the next requests to a path fail; see `back_end.py`.
    func fail(_ path: String, _ kind: String, times: Int = 1, retryAfter: Int? = nil) async throws {
        let after = retryAfter.map { "&after=\($0)" } ?? ""
        for _ in 0..<times { _ = try await send(.post, "/fault?path=\(path)&kind=\(kind)\(after)") }
    }
}

extension Result {
    /// The failure, if there is one.
    var error: Failure? {
        guard case .failure(let error) = self else { return nil }
        return error
    }
}
