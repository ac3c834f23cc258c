#if canImport(CCardeaCurl)
import Foundation
import CardeaHTTPTransport

/// Reads the body of a streamed response; its end is the end of the exchange.
final class StreamedBody: Sendable {
    private let id: UInt64
    private let arriving: ArrivingBody
    /// Lives as long as somebody reads.
    private let transport: CurlTransport

    init(_ id: UInt64, _ arriving: ArrivingBody, of transport: CurlTransport) {
        self.id = id
        self.arriving = arriving
        self.transport = transport
    }

    deinit { transport.exchanges.cancel(id) }

    /// The next bytes; `nil` after the last.
    func next() async throws(TransportError) -> Data? {
        let (exchanges, id) = (transport.exchanges, id)
        let piece = await withTaskCancellationHandler {
            // Bytes that are there already must not keep a cancelled task going.
            Task.isCancelled ? .failure(.cancelled) : await arriving.read { exchanges.resume(id, .receiving) }
        } onCancel: {
            exchanges.cancel(id)
        }
        return try piece.get()
    }
}

#endif
