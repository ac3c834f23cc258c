/// Base64 with the URL-safe alphabet and no padding (RFC 4648 §5), as JOSE uses it.
package enum Base64URL {
    package static func encode(_ bytes: some Collection<UInt8>) -> String {
        var text: [UInt8] = []
        append(bytes, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends the encoded form of `bytes` to `output`.
    package static func append(_ bytes: some Collection<UInt8>, to output: inout [UInt8]) {
        append(Array(bytes), to: &output)
    }

    /// Appends the encoded form of `bytes` to `output`, without a copy of them.
    package static func append(_ bytes: [UInt8], to output: inout [UInt8]) {
        alphabet.append(bytes, to: &output)
    }

    /// - Returns: `nil` for padding, white space, other symbols, impossible lengths, and unused bits that are set:
    ///   every value has exactly one accepted form.
    package static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        decode(Array(text))
    }

    package static func decode(_ text: some StringProtocol) -> [UInt8]? {
        decode(Array(text.utf8))
    }

    package static func decode(_ text: [UInt8]) -> [UInt8]? {
        alphabet.decode(text)
    }

    private static let alphabet = Base64Alphabet(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    )
}
