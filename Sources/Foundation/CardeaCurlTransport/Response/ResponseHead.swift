import CardeaHTTPMessages

/// The head of a response, line by line as libcurl passes it.
struct ResponseHead {
    /// More than any honest server sends.
    static let maximumBytes = 256 << 10

    private(set) var status = 0
    var fields = HeaderFields()
    private var size = 0
    /// A field line that may continue in the next.
    private var unfinished: ArraySlice<UInt8> = []
    /// Whether the empty line that ends it has come.
    private(set) var isComplete = false

    /// Receives a line, with or without its line end.
    ///
    /// - Returns: `false` if the head is too long.
    mutating func receive(_ bytes: [UInt8]) -> Bool {
        size += bytes.count
        guard size <= Self.maximumBytes else { return false }
        let line = Self.withoutTrailingSpace(bytes[...])
        if bytes.first == 32 || bytes.first == 9 {
            // A folded line continues the last one after a space (RFC 9112 §5.2).
            if !unfinished.isEmpty { unfinished += [32] + line.drop(while: Self.isSpace) }
            return true
        }
        appendUnfinished()
        if line.isEmpty {
            isComplete = true
        } else if line.starts(with: "HTTP/".utf8) {
            // An interim response (1xx) may have come before.
            status = Self.status(of: line)
            fields = HeaderFields()
            isComplete = false
        } else if !isComplete {
            // Lines after the body are trailers, which must not count as header fields (RFC 9110 §6.5.1).
            unfinished = line
        }
        return true
    }

    /// The three digits after the version (RFC 9112 §4).
    private static func status(of line: ArraySlice<UInt8>) -> Int {
        let digits = line.drop { !isSpace($0) }.drop(while: isSpace).prefix(3)
        return Int(String(decoding: digits, as: UTF8.self)) ?? 0
    }

    /// Adds the field line that is whole now; one with no name is left out.
    private mutating func appendUnfinished() {
        let line = unfinished
        unfinished = []
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
            !line[..<colon].contains(where: Self.isSpace)
        else { return }
        let name = String(decoding: line[..<colon], as: UTF8.self)
        let value = String(decoding: line[(colon + 1)...].drop(while: Self.isSpace), as: UTF8.self)
        fields.append(HeaderFields.Name(name), value)
    }

    private static func withoutTrailingSpace(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var line = line
        while let last = line.last, isSpace(last) { line.removeLast() }
        return line
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 32 || byte == 9 || byte == 13 || byte == 10
    }
}
