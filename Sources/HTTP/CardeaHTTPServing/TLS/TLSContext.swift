import CCardeaLibSSL

/// A certificate, and how TLS is spoken with it: 1.2 with AEAD and ephemeral keys alone, and 1.3.
///
/// It is never changed, and OpenSSL counts its references under locks: hence `@unchecked Sendable`. A new certificate
/// makes a new context, which later connections take.
@safe
final class TLSContext: @unchecked Sendable {
    private let context: OpaquePointer
    private let ticketKeys: TicketKeys

    init(_ certificate: HTTPServer.Certificate, _ ticketKeys: TicketKeys) throws(HTTPServerError) {
        guard let context = unsafe SSL_CTX_new(TLS_server_method()) else { throw .resourcesExhausted }
        unsafe self.context = unsafe context
        self.ticketKeys = ticketKeys
        unsafe cardea_tls_set_modes(context)
        guard unsafe cardea_tls_set_versions(context) == 1,
            unsafe SSL_CTX_set_cipher_list(context, "ECDHE+AESGCM:ECDHE+CHACHA20") == 1,
            unsafe PEMCertificate(certificate)?.use(in: context) == true
        else { throw .certificateRejected }
        // A ticket of one context is valid in the next, which has the same keys.
        unsafe SSL_CTX_set_session_id_context(context, "cardea", 6)
        unsafe SSL_CTX_set_num_tickets(context, 1)
        unsafe SSL_CTX_set_timeout(context, Int(TicketKeyRing.lifetime / 1000))
        unsafe ticketKeys.serve(context)
        unsafe SSL_CTX_set_alpn_select_cb(context, Self.selectProtocol, nil)
    }

    deinit {
        unsafe SSL_CTX_free(context)
    }

    /// A session on a socket, which the caller frees.
    func session(on descriptor: Int32) -> OpaquePointer? {
        guard let session = unsafe SSL_new(context) else { return nil }
        unsafe SSL_set_fd(session, descriptor)
        unsafe SSL_set_accept_state(session)
        return unsafe session
    }

    /// Takes `http/1.1` from what a client offers (RFC 7301); a client that offers other protocols alone is rejected.
    private static let selectProtocol: SSL_CTX_alpn_select_cb_func = { _, chosen, length, offered, count, _ in
        guard let offered = unsafe offered else { return SSL_TLSEXT_ERR_ALERT_FATAL }
        let list = unsafe UnsafeBufferPointer(start: offered, count: Int(count))
        var place = 0
        while place < list.count {
            let end = unsafe place + 1 + Int(list[place])
            guard end <= list.count else { break }
            if unsafe list[place + 1..<end].elementsEqual("http/1.1".utf8) {
                unsafe chosen?.pointee = offered + place + 1
                unsafe length?.pointee = UInt8(end - place - 1)
                return SSL_TLSEXT_ERR_OK
            }
            place = end
        }
        return SSL_TLSEXT_ERR_ALERT_FATAL
    }
}
