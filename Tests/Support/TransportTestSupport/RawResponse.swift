import Foundation

/// A response as it was received.
package struct RawResponse: Equatable {
    package let status: Int
    /// The lines of the head in lower case, without the status line.
    package let lines: [String]
    package let body: String

    /// The value of the only line of a field.
    package subscript(name: String) -> String? {
        let values = lines.filter { $0.hasPrefix("\(name): ") }.map { $0.dropFirst(name.count + 2) }
        return values.count == 1 ? String(values[0]) : nil
    }

    /// Reads the response at the beginning of a buffer; `nil` if it is incomplete.
    static func parse(_ buffer: [UInt8], hasBody: Bool) -> (RawResponse, length: Int)? {
        let text = String(decoding: buffer, as: UTF8.self)
        guard let end = text.range(of: "\r\n\r\n") else { return nil }
        let lines = text[..<end.lowerBound].components(separatedBy: "\r\n")
        let status = lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        let head = RawResponse(status: status, lines: lines.dropFirst().map { $0.lowercased() }, body: "")
        let start = text[..<end.upperBound].utf8.count
        let length = hasBody && status >= 200 ? head["content-length"].flatMap(Int.init) ?? 0 : 0
        guard buffer.count >= start + length else { return nil }
        let body = String(decoding: buffer[start..<start + length], as: UTF8.self)
        return (RawResponse(status: status, lines: head.lines, body: body), start + length)
    }
}
