import CCardeaLibSSL
import CardeaLocks

/// The ticket keys of a server.
///
/// They outlive its certificates, so that clients resume sessions after a reload.
final class TicketKeys: Sendable {
    private let ring = Mutex(
        TicketKeyRing { count in
            var bytes = [UInt8](repeating: 0, count: count)
            let isMade = unsafe RAND_bytes(&bytes, Int32(count)) == 1
            precondition(isMade, "the system gives no random bytes")
            return bytes
        }
    )

    /// Makes a context seal and open its tickets with these keys, which must live as long as its sessions.
    func serve(_ context: OpaquePointer) {
        unsafe SSL_CTX_set_ex_data(context, 0, Unmanaged.passUnretained(self).toOpaque())
        unsafe SSL_CTX_set_tlsext_ticket_key_evp_cb(context) { session, name, vector, cipher, mac, isNew in
            guard let name = unsafe name, let vector = unsafe vector,
                let keys = unsafe SSL_CTX_get_ex_data(SSL_get_SSL_CTX(session), 0)
            else { return -1 }
            let ring = unsafe Unmanaged<TicketKeys>.fromOpaque(keys).takeUnretainedValue()
            return isNew == 1
                ? unsafe ring.seal(name, vector, cipher, mac) : unsafe ring.open(name, vector, cipher, mac)
        }
    }

    private func seal(
        _ name: UnsafeMutablePointer<UInt8>,
        _ vector: UnsafeMutablePointer<UInt8>,
        _ cipher: OpaquePointer?,
        _ mac: OpaquePointer?
    ) -> Int32 {
        let key = ring.withLock { $0.current(at: .now()) }
        unsafe UnsafeMutableRawPointer(name).copyMemory(from: key.name, byteCount: key.name.count)
        let isReady =
            unsafe RAND_bytes(vector, 16) == 1 && prepare(mac, key)
            && EVP_EncryptInit_ex2(cipher, EVP_aes_256_cbc(), key.cipherKey, vector, nil) == 1
        return isReady ? 1 : -1
    }

    /// - Returns: 0 where the key is not known: a full handshake follows. 2 where a new ticket is due.
    private func open(
        _ name: UnsafeMutablePointer<UInt8>,
        _ vector: UnsafeMutablePointer<UInt8>,
        _ cipher: OpaquePointer?,
        _ mac: OpaquePointer?
    ) -> Int32 {
        let name = unsafe Array(UnsafeBufferPointer(start: name, count: 16))
        let (key, current) = ring.withLock { ring in
            (ring.key(named: name, at: .now()), ring.current(at: .now()))
        }
        guard let key else { return 0 }
        let isReady =
            unsafe prepare(mac, key)
            && EVP_DecryptInit_ex2(cipher, EVP_aes_256_cbc(), key.cipherKey, vector, nil) == 1
        guard isReady else { return -1 }
        return key == current ? 1 : 2
    }

    private func prepare(_ mac: OpaquePointer?, _ key: TicketKeyRing.Key) -> Bool {
        var macKey = key.macKey
        return unsafe cardea_ticket_set_mac(mac, &macKey, macKey.count) == 1
    }
}
