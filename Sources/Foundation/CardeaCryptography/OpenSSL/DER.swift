#if canImport(CCardeaOpenSSL)
import CCardeaOpenSSL

/// The way in which libcrypto writes and reads ASN.1.
enum DER {
    /// Collects the output of one of libcrypto's `i2d_…` functions.
    static func bytes(_ write: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32) -> [UInt8] {
        let count = Int(write(nil))
        precondition(count > 0, "libcrypto cannot write its own object")
        var bytes = [UInt8](repeating: 0, count: count)
        unsafe bytes.withUnsafeMutableBufferPointer { buffer in
            var position = buffer.baseAddress
            _ = unsafe write(&position)
        }
        return bytes
    }
}

/// A growing buffer of libcrypto, for text in PEM.
@safe final class MemoryBIO {
    let pointer: OpaquePointer

    init() throws(CryptographyError) {
        guard let pointer = unsafe BIO_new(BIO_s_mem()) else { throw .unavailable }
        unsafe self.pointer = pointer
    }

    /// A buffer that holds `text`, to be read.
    convenience init(_ text: String) throws(CryptographyError) {
        try self.init()
        let bytes = Array(text.utf8)
        guard unsafe BIO_write(pointer, bytes, Int32(bytes.count)) == Int32(bytes.count) else {
            throw .invalidKey
        }
    }

    deinit { unsafe BIO_free_all(pointer) }

    var text: String {
        var bytes = [UInt8](repeating: 0, count: unsafe BIO_ctrl_pending(pointer))
        let count = unsafe BIO_read(pointer, &bytes, Int32(bytes.count))
        return String(decoding: bytes.prefix(Int(max(0, count))), as: UTF8.self)
    }
}
#endif
