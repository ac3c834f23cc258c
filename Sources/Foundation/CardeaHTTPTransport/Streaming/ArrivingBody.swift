package import Foundation
import CardeaLocks

/// The part of a body that has arrived and is not read yet: one thread writes, one task reads.
package final class ArrivingBody: Sendable {
    /// The result of a read.
    package typealias Piece = Result<Data?, TransportError>

    private struct State {
        var unread = Data()
        /// Whether the writer was asked to pause.
        var isFull = false
        var end: Result<Void, TransportError>?
        var reader: CheckedContinuation<Piece, Never>?
    }

    private static let capacity = 256 << 10
    private let state = Mutex(State())

    package init() {}

    /// Whether more bytes are accepted.
    ///
    /// - Parameter rest: Called if no more bytes are accepted, before any `resume` of the reader.
    /// - Returns: Whether the writer may continue.
    package func hasSpace(orElse rest: () -> Void = {}) -> Bool {
        state.withLock { state in
            let isFull = state.reader == nil && state.unread.count >= Self.capacity
            // A writer that does not pause at once is not asked twice: the reader resumes it only once.
            if isFull, !state.isFull { rest() }
            state.isFull = isFull
            return !isFull
        }
    }

    /// Accepts bytes, also beyond the limit.
    package func receive(_ piece: Data) {
        state.withLock { state in
            if let reader = state.reader {
                state.reader = nil
                reader.resume(returning: .success(piece))
            } else {
                state.unread.append(piece)
            }
        }
    }

    /// Ends the body; only the first call counts.
    package func end(_ failure: TransportError?) {
        state.withLock { state in
            guard state.end == nil else { return }
            state.end = failure.map(Result.failure) ?? .success(())
            state.reader?.resume(returning: failure.map(Result.failure) ?? .success(nil))
            state.reader = nil
        }
    }

    /// Reads what there is, or waits for it.
    ///
    /// - Parameter resume: Called if the writer pauses and more bytes are accepted again.
    /// - Returns: Bytes, `nil` after the last, or the error that ended them.
    package func read(resume: () -> Void) async -> Piece {
        await withCheckedContinuation { reader in
            state.withLock { state in
                if !state.unread.isEmpty {
                    reader.resume(returning: .success(state.unread))
                    state.unread = Data()
                } else if let end = state.end {
                    reader.resume(returning: end.map { nil })
                } else if state.reader != nil {
                    reader.resume(returning: .failure(.readTwice))
                } else {
                    state.reader = reader
                }
                if state.isFull { resume() }
                state.isFull = false
            }
        }
    }
}

extension TransportError {
    fileprivate static let readTwice = TransportError(
        .other,
        mayHaveBeenReceived: true,
        description: "Two tasks read one body at once"
    )
}
