public import Foundation
import CardeaLocks

/// The part of a content that has arrived.
public struct TransferProgress: Sendable, Hashable {
    /// The bytes that are there.
    public let received: Int64
    /// The bytes there will be, where the server says so (`Content-Length`).
    public let total: Int64?

    /// The part that has arrived, from 0 to 1, where that is known.
    public var fraction: Double? {
        total.map { $0 > 0 ? min(Double(received) / Double($0), 1) : 1 }
    }
}

extension SessionEngine {
    /// Sends a request and writes the content of its response to a file.
    ///
    /// As `data(for:options:)`. When the download is complete, the file replaces an existing one. An interrupted
    /// download begins again as often as the retries allow. After a status other than 200 to 299, nothing is written.
    /// The response is returned with at most 16 MiB of content.
    ///
    /// - Parameters:
    ///   - request: The request; its `timeout` is the longest time without data.
    ///   - file: Where the content goes; its directory must be there.
    ///   - options: The options of this request.
    ///   - progress: Called as pieces arrive, on any thread.
    /// - Returns: The response, without the content that is in the file.
    /// - Throws: `SessionError`; `fileFailed` when the file cannot be written.
    public func download(
        for request: CardeaRequest,
        to file: URL,
        options: RequestOptions = RequestOptions(),
        progress: @escaping @Sendable (TransferProgress) -> Void = { _ in }
    ) async throws(SessionError) -> CardeaResponse {
        var call = SessionCall(request: request, options: options, isStreamed: true)
        var counts = AttemptCounts()
        while true {
            let response = try await perform(&call).streamed
            do throws(SessionError) {
                guard (200..<300).contains(response.status) else { return try await response.whole() }
                try await write(response, to: file, progress)
                return CardeaResponse(status: response.status, fields: response.fields)
            } catch {
                guard let delay = retryDelay(after: .failure(error), of: call, counts) else { throw error }
                counts.retries += 1
                try await pause(delay)
            }
        }
    }

    private func write(
        _ response: HTTPStreamedResponse,
        to file: URL,
        _ progress: @Sendable (TransferProgress) -> Void
    ) async throws(SessionError) {
        let partial = try PartialFile(for: file, id: core.withLock { $0.randomID() })
        let total = response.fields[.contentLength].flatMap { Int64($0) }
        var received: Int64 = 0
        var pieces = response.body.makeAsyncIterator()
        while let piece = try await pieces.nextOfSession() {
            try partial.append(piece)
            received += Int64(piece.count)
            progress(TransferProgress(received: received, total: total))
        }
        try partial.finish()
    }
}

extension HTTPBytes {
    /// The next piece; a failure is the session's.
    mutating func nextOfSession() async throws(SessionError) -> Data? {
        do {
            return try await next()
        } catch {
            throw .transport(error)
        }
    }
}

extension HTTPStreamedResponse {
    /// The response with all of its content, if that is not too long for memory; a failure is the session's.
    func whole() async throws(SessionError) -> CardeaResponse {
        do {
            return try await collected(upTo: ReceivedResponse.longestContent)
        } catch {
            throw .transport(error)
        }
    }
}
