import CardeaLocks

/// The certificate for new connections, which can be replaced while the server runs.
final class TLSSettings: Sendable {
    private let ticketKeys: TicketKeys
    private let present: Mutex<TLSContext>

    init(_ certificate: HTTPServer.Certificate) throws(HTTPServerError) {
        ticketKeys = TicketKeys()
        present = Mutex(try TLSContext(certificate, ticketKeys))
    }

    var context: TLSContext { present.withLock { $0 } }

    /// Replaces the certificate for the connections that come after; one that is invalid changes nothing.
    func replace(by certificate: HTTPServer.Certificate) throws(HTTPServerError) {
        let context = try TLSContext(certificate, ticketKeys)
        present.withLock { $0 = context }
    }
}
