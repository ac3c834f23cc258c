import CardeaSession
import Foundation
import CardeaHTTPMessages
import CardeaHTTPTransport
import CardeaLocks

/// Refreshes tokens at the responding server, for the engine and for what it is measured against, and counts how often.
final class TokenEndpoint: Sendable {
    static let lifetime = Duration.seconds(3600)

    private let url: URL
    private let transport: any HTTPTransport
    private let count = Mutex(0)

    init(_ base: URL, _ transport: any HTTPTransport) {
        url = base.appending(path: "token")
        self.transport = transport
    }

    var refreshes: Int { count.withLock { $0 } }

    func refresh(_ token: String) async throws(RefreshFailure) -> String {
        count.withLock { $0 += 1 }
        do {
            let response = try await transport.send(
                CardeaRequest(.post, url, fields: [.contentType: "text/plain"], body: Data(token.utf8))
            )
            return String(decoding: response.body, as: UTF8.self)
        } catch {
            throw .transport(error)
        }
    }
}
