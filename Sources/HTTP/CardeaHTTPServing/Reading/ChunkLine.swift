import CardeaHTTPRouting

/// The line before a chunk: its size in hexadecimal digits, and extensions, which are ignored (RFC 9112 §7.1).
struct ChunkLine {
    let size: Int

    /// Reads a line without its end.
    init(_ line: Span<UInt8>) throws(RequestError) {
        var (size, place) = (0, 0)
        while place < line.count, let digit = Self.digit(line[place]) {
            // More than any limit: further digits would only overflow.
            guard size < 1 << 48 else { throw .bodyTooLarge }
            size = size << 4 | digit
            place += 1
        }
        guard place > 0 else { throw .malformed("Malformed chunk size.") }
        self.size = size
        guard place < line.count else { return }
        while place < line.count, line[place].isWhiteSpace { place += 1 }
        guard place < line.count, line[place] == UInt8(ascii: ";") else {
            throw .malformed("Malformed chunk size.")
        }
        for index in place..<line.count where !line[index].isFieldValue {
            throw .malformed("Malformed chunk extension.")
        }
    }

    private static func digit(_ byte: UInt8) -> Int? {
        switch byte {
        case 48...57: Int(byte - 48)
        case 65...70, 97...102: Int(byte & 0x0F) + 9
        default: nil
        }
    }
}
