import Foundation
import CardeaLocks

/// One piece of bytes, which the first to ask gets.
final class OncePiece: Sendable {
    private let piece: Mutex<Data?>

    init(_ data: Data) {
        piece = Mutex(data.isEmpty ? nil : data)
    }

    func take() -> Data? {
        piece.withLock { piece in
            defer { piece = nil }
            return piece
        }
    }
}
