import Foundation
import CardeaHTTPTransport
import CardeaLocks

/// The body of a request that is being sent: one task reads it, and only when the loop's thread asks for bytes.
final class OutgoingContent: Sendable {
    /// The result of asking for bytes.
    enum Supply {
        case bytes(Int)
        /// The exchange is resumed when there is more.
        case notYet
        case end
        case failure
    }

    private struct State {
        /// The bytes that were read and not yet sent.
        var piece = Data()
        /// The number of bytes that are still to be read, if that is known.
        var left: Int64?
        var isWanted = false
        var hasBegun = false
        var end: Result<Void, TransportError>?
        var reading: Task<Void, Never>?
        /// Waits until more bytes are needed; resumed with `false` if none will be.
        var reader: CheckedContinuation<Bool, Never>?
    }

    private let content: HTTPContent
    private let resume: @Sendable () -> Void
    private let state: Mutex<State>

    /// Creates a body that has not been read yet.
    ///
    /// - Parameters:
    ///   - content: The body.
    ///   - resume: Called when there are bytes for the connection again.
    init(_ content: HTTPContent, resume: @escaping @Sendable () -> Void) {
        self.content = content
        self.resume = resume
        state = Mutex(State(left: content.length))
    }

    /// Whether any of it has gone out, so that it cannot go out again from the start.
    var hasBegun: Bool { state.withLock(\.hasBegun) }

    /// The reason why it could not be read to its end.
    var failure: TransportError? {
        state.withLock { state in
            guard case .failure(let error) = state.end else { return nil }
            return error
        }
    }

    /// Passes the bytes that were read to the connection, or starts reading more.
    func take(into buffer: UnsafeMutableRawBufferPointer) -> Supply {
        state.withLock { state in
            if !state.piece.isEmpty {
                let count = unsafe state.piece.copyBytes(to: buffer)
                state.piece = state.piece.dropFirst(count)
                state.hasBegun = true
                return .bytes(count)
            }
            switch state.end {
            case .success: return .end
            case .failure: return .failure
            case nil:
                state.isWanted = true
                state.reader?.resume(returning: true)
                state.reader = nil
                state.reading = state.reading ?? Task { await read() }
                return .notYet
            }
        }
    }

    /// Stops reading, once the exchange has ended.
    func abandon() {
        state.withLock { state in
            state.end = state.end ?? .success(())
            state.reader?.resume(returning: false)
            state.reader = nil
            state.reading?.cancel()
        }
    }

    private func read() async {
        do {
            var iterator = try await content.bytes().makeAsyncIterator()
            while await isWanted() {
                guard let piece = try await iterator.next() else { return end(nil) }
                supply(piece)
            }
        } catch {
            end(error)
        }
    }

    private func isWanted() async -> Bool {
        await withCheckedContinuation { reader in
            state.withLock { state in
                if state.end != nil || state.isWanted {
                    reader.resume(returning: state.end == nil)
                } else {
                    state.reader = reader
                }
            }
        }
    }

    private func supply(_ piece: Data) {
        let isTooLong = state.withLock { state in
            state.left = state.left.map { $0 - Int64(piece.count) }
            // Bytes beyond the announced length would be read as another request.
            guard state.left ?? 0 >= 0 else { return true }
            state.piece = piece
            state.isWanted = piece.isEmpty
            return false
        }
        if isTooLong {
            end(.invalidRequest("The body is longer than its announced length"))
        } else if !piece.isEmpty {
            resume()
        }
    }

    private func end(_ failure: TransportError?) {
        state.withLock { state in
            guard state.end == nil else { return }
            let isShort = state.left.map { $0 > 0 } ?? false
            let failure =
                failure ?? (isShort ? .invalidRequest("The body is shorter than its announced length") : nil)
            state.end = failure.map(Result.failure) ?? .success(())
        }
        resume()
    }
}
