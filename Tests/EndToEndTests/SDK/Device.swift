import Cardea
import CardeaTesting
import CardeaCurlTransport
import Foundation
import CardeaLocks
import Testing

/// A device of a person: a place to keep a sign-in, a clock, and a network that loses responses on demand.
///
/// It is the transport of its apps, so that it lives as long as they do.
final class Device: HTTPTransport {
    let clock = ManualClock(date: Date())
    private let directory: TemporaryDirectory
    private let network = CurlTransport()
    private let losses = Mutex<[String: Int]>([:])

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// The app as it is just after its start.
    func app(_ address: ServerAddress, apiKey: String) throws -> CardeaClient {
        var session = SessionConfiguration(origins: [])
        session.refreshRetries = RetrySchedule(limit: 3, delay: .zero)
        session.requestRetries.policy = session.refreshRetries
        let store = EncryptedFileStore(directory: URL(filePath: try directory.file("store")))
        return CardeaClient(
            .init(
                server: address,
                apiKey: apiKey,
                store: store,
                transport: self,
                clock: clock,
                session: session
            )
        )
    }

    /// The app as it is just after its start.
    func app(_ server: ServerProcess) throws -> CardeaClient {
        try app(.cardea(server.url), apiKey: server.apiKey)
    }

    /// Loses the next responses to requests whose path ends like this.
    func loseResponses(to path: String, times: Int = 1) {
        losses.withLock { $0[path] = times }
    }

    func send(_ request: CardeaRequest) async throws(TransportError) -> CardeaResponse {
        let response = try await network.send(request)
        let isLost = losses.withLock { losses in
            guard let path = losses.keys.first(where: request.url.path().hasSuffix),
                let left = losses[path], left > 0
            else { return false }
            losses[path] = left - 1
            return true
        }
        guard !isLost else {
            throw TransportError(.connectionLost, mayHaveBeenReceived: true, description: "lost on the way")
        }
        return response
    }
}

/// The code of the error that an operation throws; `nil` when it throws none.
func failure(_ operation: () async throws -> Void) async -> CardeaError.Code? {
    do {
        try await operation()
        return nil
    } catch {
        return (error as? CardeaError)?.code
    }
}

/// The user of the tests.
enum Ada {
    static let email = "ada@example.com"
    static let password = "correct horse"
    static let phoneNumber = "+16505553434"
    static let userName = "ada.lovelace"
}
