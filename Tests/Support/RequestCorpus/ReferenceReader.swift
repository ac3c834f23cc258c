/// Reads requests by the grammar of RFC 9112, strictly, slowly and from a whole input: the model of the server's reader.
package struct ReferenceReader {
    /// The bounds of the server under test.
    package struct Limits: Sendable {
        let headBytes: Int
        let targetBytes: Int
        let fieldCount: Int
        let bodyBytes: Int
        let chunkLineBytes: Int
        let trailerBytes: Int
    }

    private struct Rejected: Error {}
    private struct Unfinished: Error {}

    private let limits: Limits
    private var rest: ArraySlice<UInt8>

    /// Reads everything that a client has sent.
    package static func read(_ bytes: [UInt8], _ limits: Limits) -> Reading {
        var reader = ReferenceReader(limits: limits, rest: bytes[...])
        var reading = Reading()
        do {
            while true {
                let emptyLines = try reader.skipEmptyLines()
                guard !reader.rest.isEmpty else { return reading }
                let (request, isLast) = try reader.request(headLimit: limits.headBytes - emptyLines)
                reading.requests.append(request)
                if isLast {
                    reading.ending = .closed
                    return reading
                }
            }
        } catch {
            reading.ending = error is Rejected ? .rejected : .unfinished
            return reading
        }
    }

    /// Skips the empty lines before a request (RFC 9112 §2.2), which count as a part of its head.
    private mutating func skipEmptyLines() throws -> Int {
        var size = 0
        while rest.starts(with: Self.lineEnd) {
            rest.removeFirst(2)
            size += 2
            try require(size <= limits.headBytes)
        }
        return size
    }

    private mutating func request(headLimit: Int) throws -> (Reading.Request, isLast: Bool) {
        guard let end = rest.firstRange(of: Self.lineEnd + Self.lineEnd) else {
            throw rest.count > headLimit ? Rejected() as any Error : Unfinished()
        }
        let head = rest[..<end.lowerBound]
        try require(head.count + 4 <= headLimit)
        rest = rest[end.upperBound...]

        var lines = head.split(separator: Self.lineEnd)
        let (method, target, isHTTP10) = try requestLine(lines.removeFirst())
        guard lines.count <= limits.fieldCount else { throw Rejected() }
        let fields = try lines.map { try Self.field($0) }
        var request = Reading.Request(
            method: method,
            target: target,
            fields: fields.map {
                Reading.Field(name: $0.name, value: String(decoding: $0.value, as: UTF8.self))
            },
            body: []
        )

        func values(_ name: String) -> [ArraySlice<UInt8>] { fields.filter { $0.name == name }.map(\.value) }
        let (hosts, lengths, codings) = (
            values("host"), values("content-length"), values("transfer-encoding")
        )
        try require(hosts.count == 1 || isHTTP10 && hosts.isEmpty)
        try require(hosts.allSatisfy { $0.allSatisfy(Self.isHostCharacter) })
        try require(lengths.count + codings.count <= 1)
        try require(lengths.allSatisfy { !$0.isEmpty && $0.allSatisfy(Self.isDigit) })
        try require(codings.allSatisfy { !isHTTP10 && Self.lower($0) == "chunked" })
        if !codings.isEmpty {
            request.body = try chunks()
        } else if let length = lengths.first {
            request.body = try take(Int(Self.lower(length)) ?? .max)
        }

        let options = values("connection").flatMap { value in
            value.split(separator: UInt8(ascii: ",")).map {
                Self.lower($0.trimming(while: Self.isWhiteSpace))
            }
        }
        let isKept = !isHTTP10 || options.contains("keep-alive")
        return (request, isLast: !isKept || options.contains("close"))
    }

    private func requestLine(_ line: ArraySlice<UInt8>) throws -> (String, String, isHTTP10: Bool) {
        let parts = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        try require(parts.count == 3 && !parts[0].isEmpty && parts[0].allSatisfy(Self.isTokenCharacter))
        try require(parts[1].count <= limits.targetBytes)
        let version = String(decoding: parts[2], as: UTF8.self)
        try require(
            version.count == 8 && version.hasPrefix("HTTP/1.") && "0123456789".contains(version.suffix(1))
        )
        let method = String(decoding: parts[0], as: UTF8.self)
        return (method, try Self.originForm(String(decoding: parts[1], as: UTF8.self)), version == "HTTP/1.0")
    }

    /// The path and query of a target, which may name scheme and authority, too (RFC 9112 §3.2).
    private static func originForm(_ target: String) throws -> String {
        guard target.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") }) else {
            throw Rejected()
        }
        if target == "*" || target.hasPrefix("/") { return target }
        guard let match = target.wholeMatch(of: #/https?://[^/?]*(.*)/#) else { throw Rejected() }
        return match.1.hasPrefix("/") ? String(match.1) : "/" + match.1
    }

    private static func field(_ line: ArraySlice<UInt8>) throws -> (name: String, value: ArraySlice<UInt8>) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { throw Rejected() }
        let (name, value) = (line[..<colon], line[(colon + 1)...])
        guard !name.isEmpty, name.allSatisfy(isTokenCharacter), value.allSatisfy(isValueCharacter) else {
            throw Rejected()
        }
        return (lower(name), value.trimming(while: isWhiteSpace))
    }

    private mutating func chunks() throws -> [UInt8] {
        var body: [UInt8] = []
        while true {
            let sizeLine = try line(limits.chunkLineBytes)
            let digits = sizeLine.prefix(while: Self.isHexadecimal)
            let suffix = sizeLine[digits.endIndex...].drop(while: Self.isWhiteSpace)
            try require(!digits.isEmpty && suffix.allSatisfy(Self.isValueCharacter))
            try require(digits.count == sizeLine.count || suffix.first == UInt8(ascii: ";"))
            guard let size = Int(Self.lower(digits), radix: 16) else { throw Rejected() }
            guard size > 0 else { break }
            guard size <= limits.bodyBytes - body.count else { throw Rejected() }
            body += try take(size)
            try require(try line(2).isEmpty)
        }
        var trailerLeft = limits.trailerBytes
        while case let trailer = try line(trailerLeft), !trailer.isEmpty {
            trailerLeft -= trailer.count + 2
            _ = try Self.field(trailer)
        }
        return body
    }

    /// The next line without its end.
    private mutating func line(_ limit: Int) throws -> ArraySlice<UInt8> {
        guard let end = rest.firstIndex(of: 10) else {
            throw rest.count > limit ? Rejected() as any Error : Unfinished()
        }
        guard end > rest.startIndex, rest[end - 1] == 13, end + 1 - rest.startIndex <= limit else {
            throw Rejected()
        }
        defer { rest = rest[(end + 1)...] }
        return rest[..<(end - 1)]
    }

    private mutating func take(_ count: Int) throws -> [UInt8] {
        guard count <= limits.bodyBytes else { throw Rejected() }
        guard count <= rest.count else { throw Unfinished() }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    private func require(_ isTrue: @autoclosure () throws -> Bool) throws {
        if try !isTrue() { throw Rejected() }
    }
}
