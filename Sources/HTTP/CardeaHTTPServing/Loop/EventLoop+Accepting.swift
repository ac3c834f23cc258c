import CCardeaLinux
import Glibc
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaLogging

extension EventLoop {
    /// Accepts clients that wait, but not so many that others have to wait long.
    func accept() {
        for _ in 0..<64 {
            switch acceptor.accept() {
            case .accepted(let socket, let address):
                serve(socket, from: PeerAddress(address, of: socket, isProxy: settings.isProxy))
            case .excess(let socket):
                reportExhaustion()
                say(.tooManyConnections, to: socket)
                acceptor.closeExcess(socket)
            case .nothing: return
            case .exhausted: return pauseAccepting()
            }
        }
    }

    /// Begins to accept again, if a descriptor is free.
    func resumeAccepting() {
        acceptor.takeReserve()
        acceptor.resumesAt = .never
        watchListener(.readable)
    }

    private func serve(_ socket: Int32, from peer: PeerAddress) {
        if peer.network != .local { sendAtOnce(socket) }
        if settings.connections.admit(peer.network) {
            add(socket, from: peer, countedIn: settings.connections).open()
        } else if settings.tls == nil, settings.rejections.admit(peer.network) {
            // It has time to read why, and to close (RFC 9112 §9.6).
            let connection = add(socket, from: peer, countedIn: settings.rejections)
            connection.open()
            connection.reject(.tooManyConnections, of: connection.machine.end())
        } else {
            say(.tooManyConnections, to: socket)
            Glibc.close(socket)
        }
    }

    private func add(_ socket: Int32, from peer: PeerAddress, countedIn quota: Quota) -> Connection {
        let transport = Transport(socket, isSecure: settings.tls != nil)
        return add { Connection(transport, slot: $0, from: peer, countedIn: quota, on: self) }
    }

    /// Level-triggered, the listener would wake the loop without end.
    private func pauseAccepting() {
        reportExhaustion()
        acceptor.resumesAt = clock.now + Acceptor.pause
        watchListener([])
    }

    private func reportExhaustion() {
        guard let times = exhaustion.note(at: clock.now) else { return }
        settings.logger.error(
            "out of file descriptors: connections are closed at once",
            metadata: ["times": .stringConvertible(times)]
        )
    }

    /// Tells a client why its connection is closed at once, as far as the system takes it without waiting.
    ///
    /// Before a TLS handshake nothing can be said.
    private func say(_ error: RequestError, to socket: Int32) {
        guard settings.tls == nil else { return }
        var message: [UInt8] = []
        settings.responder.response(to: error, of: Request(RequestMethod(rawValue: ""), ""))
            .write(to: &message, date: clock.date, .closing)
        _ = unsafe send(socket, message, message.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
        // Unread bytes would make the system reset the connection, and destroy the message.
        _ = unsafe recv(socket, scratch.baseAddress, scratch.count, Int32(MSG_DONTWAIT))
    }

    /// Responses leave in one piece: nothing is gained by waiting for more.
    private func sendAtOnce(_ socket: Int32) {
        var yes: Int32 = 1
        unsafe setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    }
}
