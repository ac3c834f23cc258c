import CardeaEncodings
import Testing

/// Reads bytes from vectors.
func hex(_ text: String) throws -> [UInt8] {
    let digits = try text.filter { !$0.isWhitespace }.utf8.map { try #require(Hexadecimal.value($0)) }
    try #require(digits.count.isMultiple(of: 2))
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}

func base64URL(_ text: String) throws -> [UInt8] {
    try #require(Base64URL.decode(text))
}
