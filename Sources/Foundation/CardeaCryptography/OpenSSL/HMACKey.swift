#if canImport(CCardeaOpenSSL)
import CCardeaOpenSSL

/// A key for HMAC-SHA256 (RFC 2104), with the key's part of the work done once.
package final class HMACKey: Sendable {
    private let contexts: ContextPool<KeyedMAC>

    /// - Parameter key: Any length; 32 bytes are as good as it gets.
    package init(_ key: [UInt8]) {
        let keyed = KeyedMAC(key)
        contexts = ContextPool { keyed.copy() }
    }

    /// - Returns: The 32 bytes of the authentication code.
    package func authenticate(_ message: [UInt8]) -> [UInt8] {
        guard let code = contexts.withContext({ $0.authenticate(message) }) else {
            preconditionFailure("HMAC failed")
        }
        return code
    }
}

/// A MAC context of libcrypto with its key set; libcrypto wipes the key when it is freed.
@safe private final class KeyedMAC: @unchecked Sendable {
    private let context: OpaquePointer

    init(_ key: [UInt8]) {
        // An empty key is valid. A null pointer would mean "the key that was set before".
        let bytes = key.isEmpty ? [0] : key
        guard let context = unsafe EVP_MAC_CTX_new(Algorithms.shared.hmac),
            unsafe cardea_mac_init_sha256(context, bytes, key.count) == 1
        else { preconditionFailure("libcrypto rejected the key of an HMAC") }
        unsafe self.context = context
    }

    private init(context: OpaquePointer) {
        unsafe self.context = context
    }

    deinit { unsafe EVP_MAC_CTX_free(context) }

    func copy() -> KeyedMAC? {
        guard let copy = unsafe EVP_MAC_CTX_dup(context) else { return nil }
        return unsafe KeyedMAC(context: copy)
    }

    func authenticate(_ message: [UInt8]) -> [UInt8]? {
        guard unsafe EVP_MAC_init(context, nil, 0, nil) == 1,
            unsafe EVP_MAC_update(context, message, message.count) == 1
        else { return nil }
        let code = unsafe [UInt8](unsafeUninitializedCapacity: SHA256.count) { code, count in
            // A failure leaves it empty.
            guard unsafe EVP_MAC_final(context, code.baseAddress, &count, code.count) == 1 else {
                return count = 0
            }
        }
        return code.isEmpty ? nil : code
    }
}
#endif
