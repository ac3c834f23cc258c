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
            case .accepted(let socket, let peer): open(socket, from: peer)
            case .excess(let socket):
                reportExhaustion()
                say(.tooManyConnections, to: socket)
                acceptor.closeExcess(socket)
            case .nothing: return
            case .exhausted: return pauseAccepting()
            }
        }
    }

    /// Begins to accept again, if there is a descriptor to do it with.
    func resumeAccepting() {
        acceptor.takeReserve()
        acceptor.resumesAt = .never
        watchListener(.readable)
    }

    private func open(_ socket: Int32, from peer: PeerAddress) {
        if peer.network != .local { sendAtOnce(socket) }
        let isAdmitted = settings.connections.admit(peer.network)
        let connection = add { slot in
            Connection(
                Transport(socket, isSecure: settings.tls != nil),
                slot: slot,
                from: peer,
                isAdmitted: isAdmitted,
                on: self
            )
        }
        connection.open()
        guard !isAdmitted else { return }
        // Before a TLS handshake nothing can be said.
        if settings.tls != nil { return connection.close() }
        connection.reject(.tooManyConnections, of: connection.machine.end())
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
