import CardeaHTTPMessages
import CardeaHTTPRouting

/// A line of a head or trailer: a name, a colon, and a value, which white space may surround (RFC 9112 §5).
struct FieldLine {
    let name: HeaderFields.Name
    let value: String

    /// Reads a line without its end.
    init(_ line: Span<UInt8>) throws(RequestError) {
        var colon = 0
        while colon < line.count, line[colon].isToken { colon += 1 }
        guard colon > 0, colon < line.count, line[colon] == UInt8(ascii: ":") else {
            throw .malformed("Malformed field name.")
        }
        var (start, end) = (colon + 1, line.count)
        while start < end, line[start].isWhiteSpace { start += 1 }
        while end > start, line[end - 1].isWhiteSpace { end -= 1 }
        guard line.extracting(start..<end).isFieldValue else {
            throw .malformed("Malformed field value.")
        }
        name = HeaderFields.Name(lowerCase: line.lowercaseText(0..<colon))
        value = line.text(start..<end)
    }
}
