import CardeaCurlTransport
import Foundation
import CardeaHTTPMessages
import Testing
import TransportTestSupport

/// A server of a test's own, with figures of what its clients cost it.
struct AttackedServer {
    let server: ServerProcess
    let port: Int
    private let directory: TemporaryDirectory
    private let certificate: String?

    init(_ server: ServerProcess, in directory: TemporaryDirectory, certificate: String? = nil) throws {
        self.server = server
        self.directory = directory
        port = try #require(server.url.port)
        self.certificate = certificate
    }

    /// Starts a server with settings of the environment, and with a certificate of its own if asked.
    static func start(
        overTLS: Bool = false,
        _ environment: [String: String] = [:]
    ) async throws -> AttackedServer {
        let directory = try TemporaryDirectory()
        let data = try directory.file("data")
        guard overTLS else {
            return try AttackedServer(await .serve(data, environment: environment), in: directory)
        }
        let (certificate, key) = try await selfSignedCertificate(in: directory)
        return try AttackedServer(
            await .serve(data, "--tls-cert", certificate, "--tls-key", key, environment: environment),
            in: directory,
            certificate: certificate
        )
    }

    /// Opens connections, and sends the same bytes on each, as far as the server takes them.
    func connections(
        _ count: Int,
        sending bytes: [UInt8] = [],
        receiveBuffer: Int32? = nil
    ) async throws -> [RawClient] {
        let clients = try (0..<count).map { _ in try RawClient(port: port, receiveBuffer: receiveBuffer) }
        var sent = [Int](repeating: 0, count: count)
        // The server takes no more when nothing moves for a while.
        var quietRounds = 0
        while quietRounds < 30, sent.contains(where: { $0 < bytes.count }) {
            let before = sent
            for (index, client) in clients.enumerated() where sent[index] < bytes.count {
                sent[index] += client.offer(bytes[sent[index]...]) ?? bytes.count
            }
            quietRounds = sent == before ? quietRounds + 1 : 0
            if quietRounds > 0 { try await Task.sleep(for: .milliseconds(10)) }
        }
        return clients
    }

    /// The share of one processor that the server uses while no client sends anything.
    ///
    /// A loop that spins uses all that the machine has left; an idle one wakes a few times a second at most.
    private func idleLoad() async throws -> Double {
        // Requests that were sent before may still run.
        try await Task.sleep(for: .milliseconds(300))
        let before = server.process.processorTime
        try await Task.sleep(for: .seconds(1))
        return (server.process.processorTime - before) / .seconds(1)
    }

    /// Whether the server finishes its work within some seconds, and then uses no processor time.
    func becomesIdle() async throws -> Bool {
        for _ in 0..<10 where try await idleLoad() < 0.1 { return true }
        return false
    }

    /// Whether honest clients, each on a connection of its own, get their responses.
    func servesOthers() async throws -> Bool {
        for _ in 0..<8 {
            let transport = certificate.map(CurlTransport.trusting) ?? CurlTransport()
            guard try await server.send(.get, "/health/live", over: transport).status == 200 else {
                return false
            }
        }
        return true
    }

    /// Whether one honest client gets its response, and not the end of its connection.
    var isServing: Bool {
        get async throws {
            let client = try RawClient(port: port)
            try await client.send("GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n")
            return try await client.response()?.status == 200
        }
    }
}
