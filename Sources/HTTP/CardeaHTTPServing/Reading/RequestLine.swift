import CardeaHTTPMessages
import CardeaHTTPRouting

/// The first line of a request: method, target and version, with one space between them (RFC 9112 §3).
struct RequestLine {
    let method: RequestMethod
    let target: RequestTarget
    let isHTTP10: Bool

    /// Reads a line without its end, in which the target may have a number of bytes.
    init(_ line: Span<UInt8>, targetLimit: Int) throws(RequestError) {
        var end = 0
        while end < line.count, line[end].isToken { end += 1 }
        guard end > 0, end < line.count, line[end] == UInt8(ascii: " ") else {
            throw .malformed("Malformed method.")
        }
        let start = end + 1
        guard let stop = line.firstIndex(of: UInt8(ascii: " "), from: start), stop > start else {
            throw .malformed("Malformed request line.")
        }
        method = RequestMethod(rawValue: line.text(0..<end))
        isHTTP10 = try Self.isHTTP10(line.extracting(stop + 1..<line.count))
        guard stop - start <= targetLimit else { throw .targetTooLong }
        target = try unsafe line.extracting(start..<stop).withUnsafeBufferPointer {
            bytes throws(RequestError) in
            try unsafe RequestTarget(bytes)
        }
    }

    /// The method and the beginning of the path of a line that is rejected: the path selects the form of the error.
    static func readablePart(of line: Span<UInt8>, _ targetLimit: Int) -> Request {
        var end = 0
        while end < line.count, line[end].isToken { end += 1 }
        var stop = end + 1
        while stop < line.count, stop - end <= targetLimit, RequestTarget.isCharacter(line[stop]) {
            stop += 1
        }
        guard end > 0, stop <= line.count, line[end] == UInt8(ascii: " "),
            let target = try? RequestTarget(Array(line.text(end + 1..<stop).utf8))
        else { return Request("", "") }
        return Request(RequestMethod(rawValue: line.text(0..<end)), target.path)
    }

    private static func isHTTP10(_ version: Span<UInt8>) throws(RequestError) -> Bool {
        let form: StaticString = "HTTP/0.0"
        guard version.count == form.utf8CodeUnitCount else { throw .malformed("Malformed HTTP version.") }
        for index in 0..<version.count {
            let expected = unsafe form.utf8Start[index]
            let isDigit = (48...57).contains(version[index])
            guard expected == UInt8(ascii: "0") ? isDigit : version[index] == expected else {
                throw .malformed("Malformed HTTP version.")
            }
        }
        // A higher minor version is read as 1.1 (RFC 9110 §2.5).
        guard version[5] == UInt8(ascii: "1") else { throw .versionNotSupported }
        return version[7] == UInt8(ascii: "0")
    }
}
