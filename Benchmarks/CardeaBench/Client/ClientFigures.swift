import BareServers
import CardeaSession
import CardeaCurlTransport
import Foundation
import Glibc
import CardeaHTTPMessages
import CardeaURLSessionTransport

/// The cost of the session engine for an app: attaching a good token, and calls in every state of the token.
struct ClientFigures {
    /// - Parameter names: Which transports are measured, `curl` or `urlsession`; both when empty.
    /// - Throws: `BenchmarkError`.
    @concurrent func run(over names: ArraySlice<String>) async throws {
        print("\nClient")
        try await attach()
        let server = try SelfProcess(RespondingServer.command)
        defer { server.stop() }
        if names.isEmpty || names.contains("curl") {
            print("\nCalls over libcurl, medians of 15 times 1,000")
            let comparison = Comparison(transport: CurlTransport(), base: server.base)
            try await comparison.run(15)
            try await memory(comparison)
        }
        if names.isEmpty || names.contains("urlsession") {
            print("\nCalls over URLSession, medians of 5 times 1,000")
            let comparison = Comparison(transport: URLSessionTransport(), base: server.base)
            try await comparison.run(5)
            try await memory(comparison)
        }
    }

    private func attach() async throws {
        guard let url = URL(string: "https://api.example.com/orders") else { return }
        let transport = CurlTransport()
        let endpoint = TokenEndpoint(url, transport)
        let engine = try await Contender.engine(for: url, transport, endpoint, SystemClock())
        let count = 1_000_000
        let plain = CardeaRequest(.get, url)
        let start = clock()
        for _ in 0..<count {
            var request = plain
            try await engine.authorize(&request)
        }
        let seconds = Double(clock() - start) / Double(CLOCKS_PER_SEC)
        print(String(format: "  attach a good token %18.0f ns", seconds / Double(count) * 1e9))
    }

    private func memory(_ comparison: Comparison) async throws {
        var sizes: [String] = []
        for _ in 0..<10 {
            _ = try await comparison.run(.engine, .reactive, 1_000)
            sizes.append(String(format: "%.1f", ProcessFigures.own.residentMemory))
        }
        print("  memory after 1 … 10 × 1,000 calls, MB: " + sizes.joined(separator: "  "))
    }
}
