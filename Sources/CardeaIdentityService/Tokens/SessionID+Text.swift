import CardeaEncodings
package import CardeaIdentityDomain

extension SessionID {
    /// 22 characters of base64url: the `sid` claim.
    package var text: String {
        let bytes = [high, low].flatMap { word in
            (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) }
        }
        return Base64URL.encode(bytes)
    }

    /// - Returns: `nil` for anything but the form that `text` has.
    package init?(text: some StringProtocol) {
        guard let bytes = Base64URL.decode(text), bytes.count == 16 else { return nil }
        let words = [bytes[..<8], bytes[8...]].map { half in half.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
        self.init(high: words[0], low: words[1])
    }
}
