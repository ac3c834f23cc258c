package import HTTPRouting
import Glibc
import Locks
import Telemetry

/// An HTTP/1.1 server: event loops over libmicrohttpd, each of which also runs the handlers of its requests.
///
/// It serves until `shutdown`, whether or not anything refers to it.
package final class HTTPServer: Sendable {
    /// The TCP port on which the server listens; 0 for a Unix socket.
    package let port: Int
    /// How many connections of clients are open.
    package var openConnections: Int { quota.open }
    private let loops: [EventLoop]
    private let quota: ConnectionQuota
    private let path: String?
    private let logger: Logger
    private let end = Mutex<Task<Void, Never>?>(nil)

    private init(port: Int, path: String?, loops: [EventLoop], quota: ConnectionQuota, logger: Logger) {
        self.port = port
        self.path = path
        self.loops = loops
        self.quota = quota
        self.logger = logger
    }

    /// Starts a server, which hands each well-formed request to a responder.
    ///
    /// The handlers run on the server's own threads: what takes long or waits belongs on others.
    package static func start(
        _ configuration: Configuration,
        responder: any Responder
    ) throws(HTTPServerError) -> HTTPServer {
        // How a malformed head shows is this version's own way: see `RequestHead`.
        guard Daemon.version == "0.9.75" else { throw .libraryUnsupported(version: Daemon.version) }
        var listener = try Listener(configuration.address, count: max(1, configuration.loops))
        let settings = EventLoop.Settings(
            limits: configuration.limits,
            certificate: configuration.certificate,
            responder: responder,
            quota: ConnectionQuota(configuration.limits),
            logger: configuration.logger
        )
        var loops: [EventLoop] = []
        do throws(HTTPServerError) {
            while let socket = listener.next() {
                let loop = try EventLoop(settings)
                try loop.start(listeningOn: socket)
                loops.append(loop)
            }
        } catch {
            listener.close()
            for loop in loops { loop.requestShutdown(within: .zero) }
            throw error
        }
        return HTTPServer(
            port: listener.port,
            path: listener.path,
            loops: loops,
            quota: settings.quota,
            logger: configuration.logger
        )
    }

    /// Stops accepting, closes idle connections, lets requests that have begun finish, then ends the threads.
    ///
    /// - Parameter grace: After this time everything is cut, and the handlers are cancelled. One that does not heed
    ///   that keeps its thread, and is not waited for.
    package func shutdown(within grace: Duration) async {
        let end = end.withLock { end in
            let task = end ?? Task { await shutDown(within: grace) }
            end = task
            return task
        }
        await end.value
    }

    private func shutDown(within grace: Duration) async {
        await withTaskGroup { group in
            for loop in loops { group.addTask { await loop.shutdown(within: grace) } }
        }
        if let path { _ = unsafe unlink(path) }
        logger.log(.info, "server stopped")
    }
}
