extension String {
    /// Creates a text from UTF-8; `nil` if the bytes are not valid.
    package init?(validUTF8 bytes: some Collection<UInt8>) {
        #if canImport(Darwin)
        // `String(validating:as:)` needs iOS 18 or macOS 15. Here invalid bytes are replaced, so that the text differs.
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.utf8.elementsEqual(bytes) else { return nil }
        self = text
        #else
        self.init(validating: bytes, as: UTF8.self)
        #endif
    }
}
