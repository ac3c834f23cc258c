import Foundation
import CardeaHTTPTransport

/// Reads the body of an exchange; its end is that of the task.
final class TaskBody: Sendable {
    private let exchange: TaskExchange

    init(_ exchange: TaskExchange) {
        self.exchange = exchange
    }

    deinit { exchange.cancel(.cancelled) }

    func next() async throws(TransportError) -> Data? {
        let exchange = exchange
        let piece = await withTaskCancellationHandler {
            Task.isCancelled ? .failure(.cancelled) : await exchange.read()
        } onCancel: {
            exchange.cancel(.cancelled)
        }
        return try piece.get()
    }
}
