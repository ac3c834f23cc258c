import CCardeaLibSSL
import CCardeaLinux
import Glibc

/// The result of a read, a write or a handshake.
enum IOResult {
    case moved(Int)
    /// Nothing moves before the socket is ready for this.
    case wants(Poller.Interest)
    /// The client sends no more.
    case ended
    case failed
}

/// A connected socket, plain or with TLS.
///
/// It does not close itself: its connection calls `close`.
@safe
struct Transport {
    let descriptor: Int32
    let isSecure: Bool
    private var session: OpaquePointer?
    /// Keeps alive what the session refers to.
    private var context: TLSContext?

    init(_ descriptor: Int32, isSecure: Bool) {
        self.descriptor = descriptor
        self.isSecure = isSecure
    }

    /// Whether a TLS session was made; none is before the first byte has come.
    var hasSession: Bool { unsafe session != nil }

    /// Whether bytes were read from the socket that `read` has not returned yet.
    var hasPending: Bool { unsafe session.map { unsafe SSL_has_pending($0) == 1 } ?? false }

    /// The first byte that waits in the socket, which stays there; `nil` if none has come.
    var firstByte: UInt8? {
        var byte: UInt8 = 0
        return unsafe recv(descriptor, &byte, 1, Int32(MSG_PEEK)) == 1 ? byte : nil
    }

    /// Creates the TLS session.
    mutating func begin(_ context: TLSContext) {
        self.context = context
        unsafe session = context.session(on: descriptor)
    }

    /// Continues with the TLS handshake; `moved` says that it is finished.
    func handshake() -> IOResult {
        guard let session = unsafe session else { return .failed }
        ERR_clear_error()
        let result = unsafe judged(SSL_do_handshake(session))
        // Only now: a client that never finishes its handshake shall not hold a large buffer.
        if case .moved = result { unsafe SSL_set_read_ahead(session, 1) }
        return result
    }

    func read(into buffer: UnsafeMutableBufferPointer<UInt8>) -> IOResult {
        if let session = unsafe session {
            // Errors are kept by thread, and the call looks at all of them.
            ERR_clear_error()
            return unsafe judged(SSL_read(session, buffer.baseAddress, Int32(clamping: buffer.count)))
        }
        return unsafe receive(into: buffer)
    }

    /// Takes bytes from the socket as they are.
    func receive(into buffer: UnsafeMutableBufferPointer<UInt8>) -> IOResult {
        let count = unsafe recv(descriptor, buffer.baseAddress, buffer.count, 0)
        if count > 0 { return .moved(count) }
        return count == 0 ? .ended : isPassing(errno) ? .wants(.readable) : .failed
    }

    func write(_ bytes: ArraySlice<UInt8>) -> IOResult {
        unsafe bytes.withUnsafeBytes { bytes in
            if let session = unsafe session {
                ERR_clear_error()
                return unsafe judged(SSL_write(session, bytes.baseAddress, Int32(clamping: bytes.count)))
            }
            let count = unsafe send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
            if count >= 0 { return .moved(count) }
            return isPassing(errno) ? .wants(.writable) : .failed
        }
    }

    /// Tells the client that no more will come.
    func finish() {
        if let session = unsafe session {
            ERR_clear_error()
            unsafe SSL_shutdown(session)
        }
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Closes the socket.
    mutating func close() {
        if let session = unsafe session { unsafe SSL_free(session) }
        unsafe session = nil
        context = nil
        Glibc.close(descriptor)
    }

    private func judged(_ result: Int32) -> IOResult {
        if result > 0 { return .moved(Int(result)) }
        switch unsafe SSL_get_error(session, result) {
        case SSL_ERROR_WANT_READ: return .wants(.readable)
        case SSL_ERROR_WANT_WRITE: return .wants(.writable)
        case SSL_ERROR_ZERO_RETURN: return .ended
        default: return .failed
        }
    }

    private func isPassing(_ code: Int32) -> Bool { code == EAGAIN || code == EINTR }
}
