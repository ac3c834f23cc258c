#if canImport(CCardeaOpenSSL)
import CCardeaOpenSSL

/// The random number generator of libcrypto.
enum Entropy {
    static func bytes(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let done = unsafe RAND_bytes(&bytes, Int32(count))
        precondition(done == 1, "libcrypto has no entropy")
        return bytes
    }
}
#endif
