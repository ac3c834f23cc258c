import CardeaCurlTransport
import Foundation
import CardeaHTTPMessages
import CardeaHTTPTransport
import Testing

/// One address that asks for more than its share.
@Suite(.timeLimit(.minutes(10))) struct FloodTests {
    @Test("sign-ups from 300 connections of one address do not reject sign-ins of others (security 27)")
    func signUps300()
        async throws
    {
        let directory = try TemporaryDirectory()
        let server = try await ServerProcess.serve(
            try directory.file("data"),
            environment: [
                "CARDEA_TRUSTED_PROXIES": "127.0.0.1",
                // Hashes that cost enough for a queue to form.
                "CARDEA_PASSWORDS_MEMORY": "8192", "CARDEA_PASSWORDS_ITERATIONS": "2",
            ]
        )
        let ada: [String: Any] = ["email": "ada@example.com", "password": "correct horse"]
        #expect(try await server.account("signUp", ada).status == 200)

        let flood = Task {
            await withTaskGroup(of: Int.self) { group in
                for index in 0..<300 {
                    group.addTask {
                        let body = ["email": "flood\(index)@example.com", "password": "correct horse"]
                        return await server.signUp(body, from: "203.0.113.1")
                    }
                }
                return await group.reduce(into: [Int: Int]()) { $0[$1, default: 0] += 1 }
            }
        }
        var statuses: [Int] = []
        for index in 0..<20 {
            let fields: HeaderFields = ["x-forwarded-for": "198.51.100.\(index)"]
            let path = "/v1/accounts:signInWithPassword?key=\(server.apiKey)"
            statuses.append(try await server.send(.post, path, ada, fields: fields).status)
        }
        #expect(statuses == Array(repeating: 200, count: 20))
        // The queue has 256 places: only requests of the flood were rejected.
        let responses = await flood.value
        #expect(responses[200, default: 0] > 0)
        #expect(await server.stop() == 0)
    }
}

extension ServerProcess {
    fileprivate func signUp(_ body: [String: String], from address: String) async -> Int {
        let reply = try? await send(
            .post,
            "/v1/accounts:signUp?key=\(apiKey)",
            body,
            fields: ["x-forwarded-for": address],
            over: CurlTransport()
        )
        return reply?.status ?? 0
    }
}
