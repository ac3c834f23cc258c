public import Foundation

/// Bytes that arrive piece by piece, as fast as they are asked for; they can be read once, by one task at a time.
///
/// Letting go of the last copy, or of its iterator, ends what brings them.
public struct HTTPBytes: AsyncSequence, AsyncIteratorProtocol, Sendable {
    private let nextPiece: @Sendable () async throws(TransportError) -> Data?

    /// Creates a sequence from the closure that brings the next piece, and `nil` after the last one.
    ///
    /// - Parameter next: Called by one task at a time; when that one is cancelled it throws `cancelled`.
    public init(next: @escaping @Sendable () async throws(TransportError) -> Data?) {
        nextPiece = next
    }

    /// The next piece, never empty; `nil` after the last one.
    public mutating func next() async throws(TransportError) -> Data? { try await nextPiece() }

    /// Returns the bytes themselves: an iteration continues where the last one stopped.
    public func makeAsyncIterator() -> Self { self }
}

extension HTTPBytes {
    /// Bytes that are there already, in one piece.
    public init(_ data: Data) {
        let rest = OncePiece(data)
        self.init { () throws(TransportError) in rest.take() }
    }

    /// All the bytes, in memory.
    ///
    /// - Parameter limit: The largest number of bytes; defaults to without end.
    /// - Returns: The bytes, in one piece.
    /// - Throws: The errors of the bytes, and `other` if there are more.
    public func collected(upTo limit: Int = .max) async throws(TransportError) -> Data {
        var all = Data()
        var iterator = makeAsyncIterator()
        while let piece = try await iterator.next() {
            guard piece.count <= limit - all.count else { throw .tooLarge }
            all.append(piece)
        }
        return all
    }
}
