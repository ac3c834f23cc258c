import CardeaEncodings
import CardeaHTTPRouting
import CardeaLogging

/// A body that is made while it is sent.
///
/// Its maker runs in a task on the loop, and waits while more than `outputLimit` is not sent. So a slow client costs no
/// memory.
extension Connection {
    /// The body that is sent at present.
    struct Stream {
        let isChunked: Bool
        /// The maker of the body, which waits for space; it receives `false` if the connection is closed.
        var waiter: CheckedContinuation<Bool, Never>?
    }

    /// Begins the body, after its head.
    func begin(_ body: ResponseStream, isChunked: Bool) {
        stream = Stream(isChunked: isChunked)
        loop.handlers += 1
        handler = Task(executorPreference: loop) { [self] in
            var failure: (any Error)?
            do { try await body.run(StreamWriter(connection: self)) } catch { failure = error }
            end(failure)
        }
    }

    /// Appends a part to the output.
    func send(_ part: ArraySlice<UInt8>, isChunked: Bool) {
        prepareOutput()
        if isChunked {
            output.bytes.append(contentsOf: String(part.count, radix: 16).utf8)
            output.bytes.append("\r\n")
        }
        output.bytes.append(contentsOf: part)
        if isChunked { output.bytes.append("\r\n") }
        // The maker is at work: each part has the time of a handler.
        if phase == .handling { loop.deadlines[slot] = loop.deadline(of: .handling) }
    }

    /// Whether the maker of a body need not wait.
    var hasSpace: Bool { !output.isBlocked && output.count < Self.outputLimit }

    /// Lets the maker of a body continue, or end.
    func wakeMaker(isOpen: Bool) {
        guard let waiter = stream?.waiter else { return }
        stream?.waiter = nil
        waiter.resume(returning: isOpen)
    }

    private func end(_ failure: (any Error)?) {
        loop.handlers -= 1
        handler = nil
        guard let stream, phase != .closed, machine.state == .responding else { return }
        self.stream = nil
        if let failure {
            loop.settings.logger.warning(
                "response body ended early",
                metadata: ["remote": .string(peer.text), "cause": .string("\(failure)")]
            )
            return close()
        }
        prepareOutput()
        if stream.isChunked { output.bytes.append("0\r\n\r\n") }
        let keepsAlive = stream.isChunked && machine.keepsAlive && !loop.isClosing
        share.countResponse(in: loop.turns)
        machine.responded(keepsAlive: keepsAlive)
        hasServed = true
        resume()
    }
}

/// Sends the parts of a body in turns with other connections.
///
/// Its functions run on the thread of the loop, because the maker's task prefers it.
private struct StreamWriter: ResponseWriter {
    /// The largest number of bytes of a chunk.
    private static let pieceBytes = 16 * 1024

    let connection: Connection

    func write(_ bytes: [UInt8]) async throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            try Task.checkCancellation()
            if !connection.hasSpace {
                let isOpen = await withCheckedContinuation { connection.stream?.waiter = $0 }
                guard isOpen else { throw CancellationError() }
                continue
            }
            guard let stream = connection.stream else { throw CancellationError() }
            connection.send(rest.prefix(Self.pieceBytes), isChunked: stream.isChunked)
            rest = rest.dropFirst(Self.pieceBytes)
        }
    }
}
