import CardeaCurlTransport
import Foundation
import CardeaHTTPMessages
import Testing

/// Kills the server in the middle of refresh traffic, again and again.
@Suite struct CrashTests {
    private static let seconds = Soak.seconds(orElse: 3)

    @Test("a crash loses no rotation, restores no old token, and ends no session (K2, K13)")
    func crashLosesRotation() async throws {
        let directory = try TemporaryDirectory()
        let data = try directory.file("data")
        let first = try await ServerProcess.serve(data)
        let present = PresentServer(first)
        var clients: [RefreshingClient] = []
        for _ in 0..<8 {
            let token = try #require(try await first.account("signUp", [:])["refreshToken"])
            clients.append(RefreshingClient(token))
        }

        let end = ContinuousClock.now + .seconds(Self.seconds)
        var crashes = 0
        try await withThrowingTaskGroup { group in
            for client in clients {
                group.addTask { try await client.run(against: present, until: end) }
            }
            while ContinuousClock.now < end {
                try await Task.sleep(for: .milliseconds(Int.random(in: 50...400)))
                try await present.crash { try await ServerProcess.serve(data) }
                crashes += 1
            }
            try await group.waitForAll()
        }

        let server = try await present.server
        #expect(crashes > 0)
        for client in clients {
            let (acknowledged, token, stale) = await client.history
            #expect(acknowledged > 0)
            let response = try await server.refresh(token)
            #expect(response.status == 200, "an honest client is signed out: \(response.error ?? "")")
            // A response that was lost may have moved the session on; an acknowledged one can never be undone.
            #expect(try generation(of: response) > acknowledged)
            if let stale {
                #expect(
                    try await server.refresh(stale).error == "TOKEN_EXPIRED",
                    "a stale token was accepted"
                )
            }
        }
    }

    /// The number of times that the session of an access token was refreshed.
    private func generation(of response: Reply) throws -> Int {
        let payload = try #require(response["access_token"]?.split(separator: ".").dropFirst().first)
        var base64 = String(payload).replacing("-", with: "+").replacing("_", with: "/")
        base64 += String(repeating: "=", count: (4 - base64.count % 4) % 4)
        let claims = try JSONSerialization.jsonObject(with: try #require(Data(base64Encoded: base64)))
        return try #require((claims as? [String: Any])?["gen"] as? Int)
    }
}

/// The server as it is between two crashes.
private actor PresentServer {
    private var present: Task<ServerProcess, any Error>

    init(_ server: ServerProcess) { present = Task { server } }

    /// No request goes to a port that is free: another test may listen there soon.
    var server: ServerProcess { get async throws { try await present.value } }

    /// Kills the server, and starts the next one.
    func crash(restarting start: @escaping @Sendable () async throws -> ServerProcess) async throws {
        let former = present
        present = Task {
            await (try former.value).crash()
            return try await start()
        }
        _ = try await server
    }
}

/// An honest client: it feeds each refresh token back, and asks again with the same key when no response came.
private actor RefreshingClient {
    private var token: String
    private var former: [String] = []
    private var acknowledged = 0
    private let transport = CurlTransport()

    init(_ token: String) { self.token = token }

    /// The number of refreshes that were responded to, the newest token, and one from long before it.
    var history: (acknowledged: Int, token: String, stale: String?) {
        (acknowledged, token, former.count > 3 ? former[former.count - 3] : nil)
    }

    struct SignedOut: Error {
        let response: String
    }

    func run(against present: PresentServer, until end: ContinuousClock.Instant) async throws {
        while ContinuousClock.now < end { try await refresh(against: present) }
    }

    private func refresh(against present: PresentServer) async throws {
        let attempt = UUID().uuidString
        while true {
            let server = try await present.server
            let response = try? await server.send(
                .post,
                "/v1/token?key=\(server.apiKey)",
                ["grant_type": "refresh_token", "refresh_token": token],
                fields: ["idempotency-key": attempt],
                over: transport
            )
            guard let response else {
                try await Task.sleep(for: .milliseconds(10))
                continue
            }
            guard let next = response["refresh_token"], response.status == 200 else {
                throw SignedOut(response: response.error ?? "\(response.status)")
            }
            former.append(token)
            token = next
            acknowledged += 1
            return
        }
    }
}
