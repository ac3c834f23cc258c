/// The HMAC-based key derivation function over SHA-256 (RFC 5869).
package enum HKDF {
    /// Derives a key; keys with different `info` are independent of one another.
    ///
    /// - Parameters:
    ///   - secret: The input keying material.
    ///   - salt: May be public; empty means 32 zero bytes.
    ///   - info: The purpose of the derived key.
    ///   - count: The number of bytes, at most 8160 (255 blocks of 32).
    /// - Returns: The derived key.
    package static func derive(from secret: [UInt8], salt: [UInt8], info: [UInt8], count: Int) -> [UInt8] {
        precondition((0...255 * 32).contains(count), "HKDF derives at most 8160 bytes")
        let expansion = HMACKey(HMACKey(salt).authenticate(secret))
        var output: [UInt8] = []
        var block: [UInt8] = []
        var counter: UInt8 = 0
        while output.count < count {
            counter += 1
            block = expansion.authenticate(block + info + [counter])
            output += block.prefix(count - output.count)
        }
        return output
    }
}
