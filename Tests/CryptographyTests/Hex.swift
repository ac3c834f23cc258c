import CardeaEncodings
import Testing

/// Reads bytes from vectors.
func hex(_ text: String) throws -> [UInt8] {
    try #require(Hexadecimal.decode(text.filter { !$0.isWhitespace }))
}

func base64URL(_ text: String) throws -> [UInt8] {
    try #require(Base64URL.decode(text))
}
