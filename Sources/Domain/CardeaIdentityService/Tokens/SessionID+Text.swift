import CardeaEncodings
package import CardeaIdentityDomain

extension SessionID {
    /// 22 characters of base64url: the `sid` claim.
    package var text: String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(16)
        bytes.append(bigEndian: high)
        bytes.append(bigEndian: low)
        return Base64URL.encode(bytes)
    }

    /// - Returns: `nil` for anything but the form that `text` has.
    package init?(text: some StringProtocol) {
        guard let bytes = Base64URL.decode(text), bytes.count == 16 else { return nil }
        self.init(high: bytes.word(at: 0), low: bytes.word(at: 8))
    }
}
