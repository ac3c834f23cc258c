package import Foundation
import CardeaLocks

/// A server that sends exactly the bytes of a test, over TCP on a free port or a Unix socket.
///
/// It listens until it is stopped, even without a reference to it: another test must not get its port.
package final class RawServer: Sendable {
    package let port: UInt16
    private let address: ListeningSocket
    private let listener: Listener
    private let log = ServerLog()

    /// Serves at a free port, or on a Unix socket.
    package convenience init(
        unixSocket path: String? = nil,
        _ serve: @escaping @Sendable (RawConnection) -> Void
    ) throws {
        try self.init(path.map(ListeningSocket.unix) ?? .loopback, serve)
    }

    /// Serves each connection on a thread of its own, and closes it when `serve` returns.
    package init(
        _ address: ListeningSocket,
        _ serve: @escaping @Sendable (RawConnection) -> Void
    ) throws {
        let socket = try address.open()
        self.address = address
        port = address.port(of: socket)
        listener = Listener(socket)
        let (listener, log) = (listener, log)
        Thread.detachNewThread {
            listener.acceptAll { descriptor in
                _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
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

    /// Responds to every request on every connection with the same bytes.
    package convenience init(responding response: String) throws {
        try self.init { connection in
            while connection.readRequest() != nil { connection.write(response) }
        }
    }

    /// Frees the port.
    package func stop() { listener.stop() }

    package var connections: Int { log.state.accepted }
    package var mostConnectionsAtOnce: Int { log.state.mostOpen }
    package var openConnections: Int { log.state.open }
    /// The received requests, one element for each.
    package var requests: [String] { log.state.requests }

    package func url(_ path: String = "/") throws -> URL {
        guard let url = URL(string: "http://\(address.host):\(port)\(path)") else {
            throw POSIXError(.EINVAL)
        }
        return url
    }
}
