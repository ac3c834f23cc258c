import CardeaHTTPMessages
package import CardeaHTTPRouting

/// Reads the requests of one connection: bytes in, events out.
///
/// It knows no descriptor and no clock. Each line is searched for its end once, however the bytes arrive.
package struct RequestMachine {
    package enum Event {
        /// Only an unfinished line is left in the input; more bytes must come first.
        case needsMore
        /// The client waits for `100 Continue` before it sends the body (RFC 9110 §10.1.1).
        case wantsContinue
        /// A whole request. Nothing more is read until `responded`.
        case request(Request)
        /// The request is invalid or too large. Nothing more is read.
        case rejected(RequestError, of: Request)
    }

    package enum State: Equatable {
        case requestLine
        case fields
        case body(left: Int)
        case chunkLine
        case chunkData(left: Int)
        case chunkEnd
        case trailer
        /// A handler has the request.
        case responding
        /// No further request is read; further bytes are discarded.
        case ended
    }

    package private(set) var state = State.requestLine
    /// Whether the connection may carry another request after this one.
    package private(set) var keepsAlive = true
    /// Whether the request is of HTTP/1.0.
    package private(set) var isHTTP10 = false
    /// Whether lines of the present head or trailer were read, also empty ones before it.
    package var hasBegunSection: Bool { sectionSize > 0 }
    /// The bytes of a body that has not arrived whole.
    package var bodyBytes: Int { request.body.count }

    private var request = Request("", "")
    private var framing = MessageFraming()
    /// The part of the unfinished line that was searched already.
    private var searched = 0
    /// The size of the present head or trailer so far.
    private var sectionSize = 0
    /// The number of bytes that a body in chunks may still get.
    private var bodyLeft = 0

    package init() {}

    /// Reads up to the next event.
    ///
    /// - Parameters:
    ///   - input: All bytes that have arrived and were not taken before.
    ///   - place: Where to begin; moved behind what was taken.
    ///   - limits: The bounds of heads, chunks and trailers.
    ///   - bodyLimit: The longest body that is allowed after a head, in bytes.
    /// - Returns: The result.
    package mutating func read(
        _ input: Span<UInt8>,
        from place: inout Int,
        _ limits: HTTPLimits,
        bodyLimit: (Request) -> Int
    ) -> Event {
        do throws(RequestError) {
            while true {
                if let event = try step(input, &place, limits, bodyLimit) { return event }
            }
        } catch {
            return .rejected(error, of: end())
        }
    }

    /// The response to the last request was written.
    package mutating func responded(keepsAlive: Bool) {
        guard keepsAlive else {
            state = .ended
            return
        }
        (state, framing, sectionSize) = (.requestLine, MessageFraming(), 0)
    }

    /// Ends reading before its time.
    ///
    /// - Returns: The request as far as it was read: method and path, which may be cut if their line was rejected; the
    ///   fields once all were.
    package mutating func end() -> Request {
        var known = takeRequest()
        known.body = []
        if state == .fields { known.fields = HeaderFields() }
        (state, keepsAlive) = (.ended, false)
        return known
    }

    /// The request, which this keeps no longer.
    private mutating func takeRequest() -> Request {
        var taken = Request("", "")
        swap(&taken, &request)
        return taken
    }

    private mutating func step(
        _ input: Span<UInt8>,
        _ place: inout Int,
        _ limits: HTTPLimits,
        _ bodyLimit: (Request) -> Int
    ) throws(RequestError) -> Event? {
        switch state {
        case .requestLine:
            let start = place
            do throws(RequestError) {
                guard let line = try sectionLine(input, &place, limits.headBytes, .targetTooLong) else {
                    return .needsMore
                }
                // Empty lines before a request are skipped (RFC 9112 §2.2).
                if !line.isEmpty { try begin(input.extracting(line), limits.targetBytes) }
                return nil
            } catch {
                request = RequestLine.readablePart(of: input.extracting(start...), limits.targetBytes)
                throw error
            }
        case .fields:
            guard let line = try sectionLine(input, &place, limits.headBytes, .headTooLarge)
            else { return .needsMore }
            guard line.isEmpty else {
                try add(input.extracting(line), limits.fieldCount)
                return nil
            }
            return try endHead(bodyLimit, isAtEnd: place == input.count)
        case .body(let left):
            let left = take(left, input, &place)
            state = .body(left: left)
            return left == 0 ? complete() : .needsMore
        case .chunkLine:
            let limit = limits.chunkLineBytes
            guard let line = try line(input, &place, limit, .malformed("The chunk's line is too long."))
            else { return .needsMore }
            try beginChunk(input.extracting(line))
            return nil
        case .chunkData(let left):
            let left = take(left, input, &place)
            state = left == 0 ? .chunkEnd : .chunkData(left: left)
            return left == 0 ? nil : .needsMore
        case .chunkEnd:
            let error = RequestError.malformed("The chunk is longer than its size.")
            guard let line = try line(input, &place, 2, error) else { return .needsMore }
            guard line.isEmpty else { throw error }
            state = .chunkLine
            return nil
        case .trailer:
            guard let line = try sectionLine(input, &place, limits.trailerBytes, .headTooLarge)
            else { return .needsMore }
            guard !line.isEmpty else { return complete() }
            _ = try FieldLine(input.extracting(line))
            return nil
        case .responding:
            return .needsMore
        case .ended:
            place = input.count
            return .needsMore
        }
    }
}

// MARK: - The head

extension RequestMachine {
    private mutating func begin(_ line: Span<UInt8>, _ targetLimit: Int) throws(RequestError) {
        let line = try RequestLine(line, targetLimit: targetLimit)
        request = Request(line.method, line.target.path, query: line.target.query)
        request.fields.reserveCapacity(16)
        isHTTP10 = line.isHTTP10
        state = .fields
    }

    private mutating func add(_ line: Span<UInt8>, _ fieldLimit: Int) throws(RequestError) {
        guard request.fields.count < fieldLimit else { throw .headTooLarge }
        let field = try FieldLine(line)
        try framing.note(field.name, field.value)
        request.fields.append(field.name, field.value)
    }

    private mutating func endHead(
        _ bodyLimit: (Request) -> Int,
        isAtEnd: Bool
    ) throws(RequestError) -> Event? {
        let body = try framing.body(isHTTP10: isHTTP10)
        keepsAlive = framing.keepsAlive(isHTTP10: isHTTP10)
        switch body {
        case .length(0):
            return complete()
        case .length(let length):
            state = .body(left: length)
            guard length <= bodyLimit(request) else { throw .bodyTooLarge }
            // The announced body need not come.
            request.body.reserveCapacity(min(length, 16 * 1024))
        case .chunked:
            state = .chunkLine
            bodyLeft = bodyLimit(request)
        }
        return framing.expectsContinue && !isHTTP10 && isAtEnd ? .wantsContinue : nil
    }
}

// MARK: - The body

extension RequestMachine {
    private mutating func beginChunk(_ line: Span<UInt8>) throws(RequestError) {
        let size = try ChunkLine(line).size
        guard size <= bodyLeft else { throw .bodyTooLarge }
        bodyLeft -= size
        state = size == 0 ? .trailer : .chunkData(left: size)
        sectionSize = 0
    }

    /// Moves bytes of the body; returns how many are still to come.
    private mutating func take(_ left: Int, _ input: Span<UInt8>, _ place: inout Int) -> Int {
        let count = min(left, input.count - place)
        unsafe input.extracting(place..<place + count).withUnsafeBufferPointer { bytes in
            unsafe request.body.append(contentsOf: bytes)
        }
        place += count
        return left - count
    }

    private mutating func complete() -> Event {
        state = .responding
        return .request(takeRequest())
    }
}

// MARK: - Lines

extension RequestMachine {
    /// A line of a head or trailer, whose size is limited as a whole.
    private mutating func sectionLine(
        _ input: Span<UInt8>,
        _ place: inout Int,
        _ limit: Int,
        _ tooLong: RequestError
    ) throws(RequestError) -> Range<Int>? {
        let line = try line(input, &place, limit - sectionSize, tooLong)
        if let line { sectionSize += line.count + 2 }
        return line
    }

    /// The next line without the CR LF that ends it; `nil` while it is not whole.
    private mutating func line(
        _ input: Span<UInt8>,
        _ place: inout Int,
        _ limit: Int,
        _ tooLong: RequestError
    ) throws(RequestError) -> Range<Int>? {
        let end = input.firstIndex(of: UInt8(ascii: "\n"), from: place + searched)
        guard (end.map { $0 + 1 } ?? input.count) - place <= limit else { throw tooLong }
        guard let end else {
            searched = input.count - place
            return nil
        }
        guard end > place, input[end - 1] == UInt8(ascii: "\r") else {
            throw .malformed("A line does not end with CR LF.")
        }
        let line = place..<end - 1
        (place, searched) = (end + 1, 0)
        return line
    }
}
