package import Foundation
import Locks

/// A server that answers with exactly the bytes that a test says, over TCP on a free port or a Unix socket.
///
/// It listens until it is stopped, even when nobody holds it any more: its port must not become another
/// test's.
package final class RawServer: Sendable {
    package let port: UInt16
    private let listener: Int32
    private let log = ServerLog()

    /// Serves each connection on a thread of its own, and closes it when `serve` returns.
    package init(unixSocket path: String? = nil, _ serve: @escaping @Sendable (RawConnection) -> Void) throws
    {
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
    package convenience init(answering answer: String) throws {
        try self.init { connection in
            while connection.readRequest() != nil { connection.write(answer) }
        }
    }

    /// Frees the port.
    package func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    package var connections: Int { log.state.accepted }
    package var mostConnectionsAtOnce: Int { log.state.mostOpen }
    package var openConnections: Int { log.state.open }
    /// What was received, one element a request.
    package var requests: [String] { log.state.requests }

    package func url(_ path: String = "/") throws -> URL {
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
