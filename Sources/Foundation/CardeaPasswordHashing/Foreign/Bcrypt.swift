import CCardeaCrypt

/// bcrypt by libcrypt.
enum Bcrypt {
    /// The bytes of a password that bcrypt reads; the rest does not count.
    static let significantBytes = 72

    /// Hashes a password with the salt and the cost of a hash.
    ///
    /// - Parameters:
    ///   - password: The password. Only the bytes before the first zero byte count, as in every implementation.
    ///   - setting: A hash, or its beginning up to the salt.
    /// - Returns: The hash as text: `$2b$10$…`; `nil` if libcrypt fails.
    static func hash(_ password: [UInt8], as setting: String) -> [UInt8]? {
        let size = Int(cardea_crypt_data_size)
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
        unsafe memory.initializeMemory(as: UInt8.self, repeating: 0)
        defer {
            // It holds the password.
            unsafe memory.initializeMemory(as: UInt8.self, repeating: 0)
            unsafe memory.deallocate()
        }
        let phrase = password.prefix(significantBytes).map(CChar.init(bitPattern:)) + [0]
        guard let text = unsafe crypt_rn(phrase, setting, memory.baseAddress, cardea_crypt_data_size) else {
            return nil
        }
        return unsafe Array(String(cString: text).utf8)
    }
}
