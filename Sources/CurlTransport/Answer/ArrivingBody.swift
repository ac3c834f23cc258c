import Foundation
import HTTPTransport
import Locks

/// What has come of a body and was not read yet: the loop's thread writes, one task reads.
final class ArrivingBody: Sendable {
    typealias Piece = Result<Data?, TransportError>

    private struct State {
        var unread = Data()
        /// Whether bytes were turned away, which come again when the exchange is resumed.
        var isFull = false
        var end: Result<Void, TransportError>?
        var reader: CheckedContinuation<Piece, Never>?
    }

    private static let capacity = 256 << 10
    private let state = Mutex(State())

    /// Takes bytes, unless too many are there already.
    func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let piece = unsafe Data(bytes)
        return state.withLock { state in
            if let reader = state.reader {
                state.reader = nil
                reader.resume(returning: .success(piece))
                return true
            }
            state.isFull = state.unread.count >= Self.capacity
            if !state.isFull { state.unread.append(piece) }
            return !state.isFull
        }
    }

    /// Says that nothing more comes.
    func end(_ failure: TransportError?) {
        state.withLock { state in
            state.end = failure.map(Result.failure) ?? .success(())
            state.reader?.resume(returning: failure.map(Result.failure) ?? .success(nil))
            state.reader = nil
        }
    }

    /// Reads what there is, or waits for it.
    ///
    /// - Parameter resume: Called when there is room again.
    func read(resume: () -> Void) async -> Piece {
        await withCheckedContinuation { reader in
            let hasRoomAgain = state.withLock { state in
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
                defer { state.isFull = false }
                return state.isFull
            }
            if hasRoomAgain { resume() }
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
