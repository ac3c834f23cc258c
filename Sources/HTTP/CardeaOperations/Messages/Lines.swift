import CardeaEncodings

/// The form of a body that has one JSON object in each line (`application/jsonl`).
package struct LinesForm: Sendable {
    package let line: MessageForm
    package let maximumCount: Int
}

/// A response that has one JSON object in each line.
package struct OutputLines<Line: OutputMessage>: Sendable {
    let lines: [Line]

    package init(_ lines: [Line]) { self.lines = lines }
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
