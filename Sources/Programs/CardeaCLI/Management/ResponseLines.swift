import CardeaHTTPRouting

/// The lines of a body that arrives in parts.
final class ResponseLines {
    private let pipe = BodyPipe()
    private let making: Task<Void, Never>
    private var rest: [UInt8] = []

    init(_ body: ResponseStream) {
        making = Task { [pipe] in
            do {
                try await body.run(pipe)
                await pipe.end(nil)
            } catch {
                await pipe.end(error)
            }
        }
    }

    /// The lines of a body that has arrived.
    convenience init(_ body: [UInt8]) { self.init(ResponseStream { try await $0.write(body) }) }

    deinit {
        making.cancel()
        Task { [pipe] in await pipe.end(CancellationError()) }
    }

    /// The next whole lines; `nil` after the last one.
    ///
    /// - Throws: `CommandFailure` if the body ends early.
    func next() async throws -> [ArraySlice<UInt8>]? {
        while let part = try await pipe.next() {
            rest += part
            guard let end = rest.lastIndex(of: UInt8(ascii: "\n")) else { continue }
            let lines = rest[...end].split(separator: UInt8(ascii: "\n"))
            rest.removeSubrange(...end)
            return lines
        }
        guard rest.isEmpty else { throw CommandFailure("the response of the server ends within a line") }
        return nil
    }
}

/// Hands each part from its writer to its reader; the writer waits for the reader.
private actor BodyPipe: ResponseWriter {
    private var part: [UInt8]?
    private var result: (any Error)??
    private var reader: CheckedContinuation<Void, Never>?
    private var writer: CheckedContinuation<Void, Never>?

    func write(_ bytes: [UInt8]) async throws {
        while part != nil, result == nil { await withCheckedContinuation { writer = $0 } }
        if let result { throw result ?? CancellationError() }
        guard !bytes.isEmpty else { return }
        part = bytes
        wake()
    }

    func next() async throws -> [UInt8]? {
        while part == nil, result == nil { await withCheckedContinuation { reader = $0 } }
        if let next = part {
            part = nil
            wake()
            return next
        }
        if let error = result ?? nil { throw error }
        return nil
    }

    /// Ends the body; only the first call counts.
    func end(_ error: (any Error)?) {
        if result == nil { result = .some(error) }
        wake()
    }

    private func wake() {
        reader?.resume()
        writer?.resume()
        (reader, writer) = (nil, nil)
    }
}
