import Foundation
import Locks

/// A server that answers with exactly the bytes that a test says, over TCP on a free port or a Unix socket.
///
/// It listens until it is stopped, even when nobody holds it any more: its port must not become another
/// test's.
final class RawServer: Sendable {
    let port: UInt16
    private let listener: Int32
    private let log = ServerLog()

    /// Serves each connection on a thread of its own, and closes it when `serve` returns.
    init(unixSocket path: String? = nil, _ serve: @escaping @Sendable (RawConnection) -> Void) throws {
        let listener = socket(path == nil ? AF_INET : AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        self.listener = listener
        let isBound = path.map { Self.bind(listener, toSocketAt: $0) } ?? Self.bindToFreePort(listener)
        guard isBound, listen(listener, 512) == 0 else { throw POSIXError(.EADDRINUSE) }
        port = path == nil ? Self.port(of: listener) : 0
        let log = log
        Thread.detachNewThread {
            while case let descriptor = accept(listener, nil, nil), descriptor >= 0 {
                log.opened()
                Thread.detachNewThread {
                    let connection = RawConnection(descriptor, log)
                    serve(connection)
                    connection.close()
                    log.closed()
                }
            }
        }
    }

    /// Answers every request on every connection with the same bytes.
    convenience init(answering answer: String) throws {
        try self.init { connection in
            while connection.readRequest() != nil { connection.write(answer) }
        }
    }

    /// Frees the port.
    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    var connections: Int { log.state.accepted }
    var mostConnectionsAtOnce: Int { log.state.mostOpen }
    var openConnections: Int { log.state.open }
    /// What was received, one element a request.
    var requests: [String] { log.state.requests }

    func url(_ path: String = "/") throws -> URL {
        guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else { throw POSIXError(.EINVAL) }
        return url
    }

    private static func bindToFreePort(_ listener: Int32) -> Bool {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return unsafe withUnsafeBytes(of: &address) { bytes in
            unsafe Glibc.bind(
                listener,
                bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                socklen_t(bytes.count)
            ) == 0
        }
    }

    private static func bind(_ listener: Int32, toSocketAt path: String) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
        return unsafe withUnsafeBytes(of: &address) { bytes in
            unsafe Glibc.bind(
                listener,
                bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                socklen_t(bytes.count)
            ) == 0
        }
    }

    private static func port(of listener: Int32) -> UInt16 {
        var address = sockaddr_in()
        var count = socklen_t(MemoryLayout<sockaddr_in>.size)
        unsafe withUnsafeMutableBytes(of: &address) { bytes in
            _ = unsafe getsockname(
                listener,
                bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                &count
            )
        }
        return UInt16(bigEndian: address.sin_port)
    }
}

/// What a server has seen so far.
final class ServerLog: Sendable {
    struct State {
        var accepted = 0
        var open = 0
        var mostOpen = 0
        var requests: [String] = []
    }

    private let guarded = Mutex(State())

    var state: State { guarded.withLock { $0 } }

    func opened() {
        guarded.withLock { state in
            state.accepted += 1
            state.open += 1
            state.mostOpen = max(state.mostOpen, state.open)
        }
    }

    func closed() {
        guarded.withLock { $0.open -= 1 }
    }

    func received(_ request: String) {
        guarded.withLock { $0.requests.append(request) }
    }
}

/// One connection to a `RawServer`, used by its thread.
final class RawConnection {
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
    func readRequest() -> String? {
        while true {
            let text = String(decoding: unread, as: UTF8.self)
            if let end = text.range(of: "\r\n\r\n") {
                let head = text[..<end.upperBound]
                let length = head.firstMatch(of: /(?i)content-length: (\d+)/).flatMap { Int($0.1) } ?? 0
                if unread.count >= head.utf8.count + length {
                    let count = head.utf8.count + length
                    let request = String(decoding: unread[..<count], as: UTF8.self)
                    unread.removeFirst(count)
                    log.received(request)
                    return request
                }
            }
            guard readMore() else { return nil }
        }
    }

    /// Waits for any bytes.
    func readMore() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65536)
        let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { return false }
        unread += buffer.prefix(count)
        return true
    }

    func write(_ text: String) {
        write(Array(text.utf8))
    }

    func write(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            rest.removeFirst(count)
        }
    }

    /// Blocks until the client goes away.
    func waitForClose() {
        while readMore() {}
    }

    func close() {
        Glibc.close(descriptor)
    }
}
