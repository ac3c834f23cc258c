import Foundation

/// One connection to a `RawServer`, used by its thread.
package final class RawConnection {
    private let descriptor: Int32
    private let log: ServerLog
    private var unread: [UInt8] = []

    init(_ descriptor: Int32, _ log: ServerLog) {
        self.descriptor = descriptor
        self.log = log
    }

    /// Reads one request with a body of `Content-Length`.
    ///
    /// - Returns: `nil` when the client has closed the connection.
    package func readRequest() -> String? {
        guard let head = readHead() else { return nil }
        let length = head.firstMatch(of: /(?i)content-length: (\d+)/).flatMap { Int($0.1) } ?? 0
        guard let body = read(length) else { return nil }
        let request = head + String(decoding: body, as: UTF8.self)
        log.received(request)
        return request
    }

    /// Reads up to the empty line, and with it.
    package func readHead() -> String? { read(through: "\r\n\r\n") }

    /// Reads a body in chunks (RFC 9112 §7.1).
    package func readChunks() -> [UInt8]? {
        var body: [UInt8] = []
        while let chunk = readChunk() {
            if chunk.isEmpty { return body }
            body += chunk
        }
        return nil
    }

    /// Reads the next chunk; the last is empty.
    package func readChunk() -> [UInt8]? {
        guard let line = read(through: "\r\n"), let size = Int(line.dropLast(), radix: 16) else { return nil }
        guard let chunk = read(size), read(2) != nil else { return nil }
        return chunk
    }

    /// Reads exactly so many bytes.
    package func read(_ count: Int) -> [UInt8]? {
        while unread.count < count { guard readMore() else { return nil } }
        defer { unread.removeFirst(count) }
        return Array(unread.prefix(count))
    }

    private func read(through end: String) -> String? {
        while true {
            if let range = unread.firstRange(of: Array(end.utf8)) {
                return read(range.upperBound).map { String(decoding: $0, as: UTF8.self) }
            }
            guard readMore() else { return nil }
        }
    }

    /// Waits for bytes.
    package func readMore() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65536)
        let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { return false }
        unread += buffer.prefix(count)
        return true
    }

    package func write(_ text: String) {
        write(Array(text.utf8))
    }

    package func write(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            rest.removeFirst(count)
        }
    }

    /// Blocks until the client closes the connection.
    package func waitForClose() {
        while readMore() {}
    }

    package func close() {
        // A process that is being started just now has it open, too, for a while.
        shutdown(descriptor, Int32(SHUT_RDWR))
        Glibc.close(descriptor)
    }
}
