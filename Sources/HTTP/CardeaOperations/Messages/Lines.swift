import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting

/// The form of a body that has one JSON object in each line (`application/jsonl`).
package struct LinesForm: Sendable {
    package let line: MessageForm
    package let maximumCount: Int
}

/// A response that has one JSON object in each line.
package struct OutputLines<Line: OutputMessage>: Sendable {
    /// Takes lines, and waits until the client can take more.
    package typealias Writer = @Sendable ([Line]) async throws -> Void

    private let lines: [Line]
    private let more: (@Sendable (Writer) async throws -> Void)?

    /// Creates a response.
    ///
    /// - Parameters:
    ///   - lines: The first lines.
    ///   - more: Writes further lines while they are sent. If it throws, the client sees that lines are missing.
    package init(_ lines: [Line], more: (@Sendable (Writer) async throws -> Void)? = nil) {
        self.lines = lines
        self.more = more
    }

    var response: Response {
        let contentType = "application/jsonl"
        guard let more else {
            return Response(fields: [.contentType: contentType], body: Self.bytes(of: lines))
        }
        return .stream(contentType) { [lines] writer in
            try await writer.write(Self.bytes(of: lines))
            try await more { lines in try await writer.write(Self.bytes(of: lines)) }
        }
    }

    private static func bytes(of lines: [Line]) -> [UInt8] {
        lines.reduce(into: []) { bytes, line in
            bytes += line.line
            bytes.append(UInt8(ascii: "\n"))
        }
    }
}

extension InputMessage {
    /// The largest number of bytes in a line.
    package static var longestLine: Int { 65_536 }

    /// Reads a line: one JSON object whose names and types are exact.
    package init(line: some Collection<UInt8>, by caller: CallerKind) throws(FieldError) {
        guard line.count <= Self.longestLine else {
            throw FieldError(.tooLong(maximumBytes: Self.longestLine), field: "line")
        }
        self = try RequestFields(line: Array(line)).message(Self.self, by: caller)
    }
}

extension OutputMessage {
    /// The message as a line, without its end.
    package var line: [UInt8] {
        var json = JSONText(capacity: 512)
        write(to: &json)
        return json.bytes
    }
}

extension RequestFields {
    /// Reads each line of the body by itself; empty lines are ignored.
    ///
    /// - Throws: If there are too many lines.
    func lines<Line: InputMessage>(
        _: Line.Type,
        maximumCount: Int,
        by caller: CallerKind
    ) throws(FieldError) -> [Result<Line, FieldError>] {
        let lines = body.split(separator: UInt8(ascii: "\n"), maxSplits: maximumCount)
        guard lines.count <= maximumCount else { throw FieldError(.tooManyLines(maximumCount: maximumCount)) }
        return lines.map { line in
            Result { () throws(FieldError) in try Line(line: line, by: caller) }
        }
    }
}
