import Foundation
import CardeaHTTPTransport
import CardeaLocks

/// The content of a request on its way: one task reads it, no sooner than the loop's thread asks for the next piece.
final class OutgoingContent: Sendable {
    /// What there is for the connection.
    enum Supply {
        case bytes(Int)
        /// The exchange is resumed when there is more.
        case notYet
        case end
        case failure
    }

    private struct State {
        /// What was read and has not gone out.
        var piece = Data()
        /// How many bytes are still to be read, if that is known.
        var left: Int64?
        var isWanted = false
        var hasBegun = false
        var end: Result<Void, TransportError>?
        var reading: Task<Void, Never>?
        /// Waits until more is wanted; told `false` when nothing ever will be.
        var reader: CheckedContinuation<Bool, Never>?
    }

    private let content: HTTPContent
    private let resume: @Sendable () -> Void
    private let state: Mutex<State>

    /// Describes content that nobody has asked for yet.
    ///
    /// - Parameters:
    ///   - content: What is to be sent.
    ///   - resume: Called when there is something for the connection again.
    init(_ content: HTTPContent, resume: @escaping @Sendable () -> Void) {
        self.content = content
        self.resume = resume
        state = Mutex(State(left: content.length))
    }

    /// Whether any of it has gone out, so that it cannot go out again from the start.
    var hasBegun: Bool { state.withLock(\.hasBegun) }

    /// Why it could not be read to its end.
    var failure: TransportError? {
        state.withLock { state in
            guard case .failure(let error) = state.end else { return nil }
            return error
        }
    }

    /// Gives the connection what was read, or has more read.
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

    /// Stops reading, once the exchange is over.
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
            // What goes beyond the announced length would be taken for another request.
            guard state.left ?? 0 >= 0 else { return true }
            state.piece = piece
            state.isWanted = piece.isEmpty
            return false
        }
        if isTooLong {
            end(.invalidRequest("The content is longer than it said"))
        } else if !piece.isEmpty {
            resume()
        }
    }

    private func end(_ failure: TransportError?) {
        state.withLock { state in
            guard state.end == nil else { return }
            let isShort = state.left.map { $0 > 0 } ?? false
            let failure = failure ?? (isShort ? .invalidRequest("The content is shorter than it said") : nil)
            state.end = failure.map(Result.failure) ?? .success(())
        }
        resume()
    }
}
