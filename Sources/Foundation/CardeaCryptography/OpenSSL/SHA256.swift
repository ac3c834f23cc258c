#if canImport(CCardeaOpenSSL)
import CCardeaOpenSSL

/// SHA-256 (FIPS 180-4).
package enum SHA256 {
    package static let count = 32

    package static func hash(_ bytes: some Collection<UInt8>) -> [UInt8] {
        unsafe bytes.withContiguousStorageIfAvailable { unsafe digest($0) }
            ?? Array(bytes).withUnsafeBufferPointer { unsafe digest($0) }
    }

    private static func digest(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: count) { digest, initializedCount in
            let algorithm = unsafe Algorithms.shared.sha256
            let done = unsafe EVP_Digest(
                bytes.baseAddress,
                bytes.count,
                digest.baseAddress,
                nil,
                algorithm,
                nil
            )
            precondition(done == 1, "SHA-256 failed")
            initializedCount = count
        }
    }
}
#endif
