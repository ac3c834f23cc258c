import CardeaTesting
import Foundation
import CardeaHTTPTransport
import CardeaLocks

/// A transport whose responses arrive as a test wants: piece by piece, broken off, or never to the end.
final class StreamingTransport: HTTPTransport {
    typealias Script = @Sendable (CardeaRequest, Int) async throws(TransportError) -> HTTPStreamedResponse

    private let script: Script
    private let log = Mutex<[CardeaRequest]>([])

    init(_ script: @escaping Script) {
        self.script = script
    }

    /// The requests so far, with their contents read.
    var requests: [CardeaRequest] { log.withLock(\.self) }

    func send(_ request: CardeaRequest) async throws(TransportError) -> CardeaResponse {
        try await stream(request, sending: nil).collected()
    }

    func stream(
        _ request: CardeaRequest,
        sending content: HTTPContent?
    ) async throws(TransportError) -> HTTPStreamedResponse {
        var request = request
        if let content { request.body = try await content.bytes().collected() }
        let index = log.withLock { log in
            log.append(request)
            return log.count - 1
        }
        return try await script(request, index)
    }
}

extension HTTPBytes {
    /// These pieces, one by one, and then an end or an error.
    init(_ pieces: [String], failure: TransportError? = nil) {
        let rest = Mutex(pieces[...])
        self.init { () throws(TransportError) in
            if let piece = rest.withLock({ $0.popFirst() }) { return Data(piece.utf8) }
            if let failure { throw failure }
            return nil
        }
    }
}
