package import CardeaHTTPRouting
import Glibc
import CardeaLocks

/// An HTTP/1.1 server: event loops, each of which also runs the handlers of its requests.
///
/// It serves until `shutdown`, whether or not anything refers to it.
package final class HTTPServer: Sendable {
    /// The TCP port on which the server listens; 0 for a Unix socket.
    package let port: Int
    /// The number of connections of clients that are open.
    package var openConnections: Int { connections.count }
    /// The time for which the event loop that is slowest to come back has been at work without a pause; zero if all
    /// wait.
    ///
    /// A handler that blocks its loop makes it grow: all connections of that loop wait for it.
    package var longestTurn: Duration { loops.map(\.activity.duration).max() ?? .zero }
    private let loops: [EventLoop]
    private let connections: Quota
    private let tls: TLSSettings?
    private let path: String?
    private let end = Mutex<Task<Void, Never>?>(nil)

    private init(
        port: Int,
        path: String?,
        loops: [EventLoop],
        connections: Quota,
        tls: TLSSettings?
    ) {
        self.port = port
        self.path = path
        self.loops = loops
        self.connections = connections
        self.tls = tls
    }

    /// Starts a server, which hands each well-formed request to a responder.
    ///
    /// The handlers run on the server's own threads: what takes long or waits belongs on others.
    package static func start(
        _ configuration: Configuration,
        responder: any Responder
    ) throws(HTTPServerError) -> HTTPServer {
        let tls = try configuration.certificate.map { certificate throws(HTTPServerError) in
            try TLSSettings(certificate)
        }
        var listener = try Listener(configuration.address, count: max(1, configuration.loops))
        let settings = EventLoop.Settings(configuration, tls, responder)
        var loops: [EventLoop] = []
        do throws(HTTPServerError) {
            while let socket = listener.next() {
                let loop = try EventLoop(settings, listeningOn: socket, reserve: listener.reserve)
                try loop.start()
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
            connections: settings.connections,
            tls: tls
        )
    }

    /// Replaces the certificate for the connections that come after; those that are open continue.
    ///
    /// - Throws: When the certificate is invalid: the present one stays.
    package func replaceCertificate(by certificate: Certificate) throws(HTTPServerError) {
        try tls?.replace(by: certificate)
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
    }
}
