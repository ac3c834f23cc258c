/// Base64url without padding (RFC 4648 §5).
///
/// The prototype shares no code with the server, so that figures beside it show every change of the server.
enum Base64URL {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8
    )
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 255, count: 256)
        for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
        return values
    }()

    static func append(_ bytes: ArraySlice<UInt8>, to text: inout [UInt8]) {
        var (pending, count) = (UInt32(0), UInt32(0))
        for byte in bytes {
            pending = pending << 8 | UInt32(byte)
            count += 8
            while count >= 6 {
                count -= 6
                text.append(alphabet[Int(pending >> count & 63)])
            }
        }
        if count > 0 { text.append(alphabet[Int(pending << (6 - count) & 63)]) }
    }

    static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count * 3 / 4)
        var (pending, count) = (UInt32(0), UInt32(0))
        for character in text {
            let value = values[Int(character)]
            guard value < 64 else { return nil }
            pending = pending << 6 | UInt32(value)
            count += 6
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(truncatingIfNeeded: pending >> count))
        }
        return bytes
    }
}
