import Encodings

extension RandomNumberGenerator {
    /// An id that nobody can guess: 128 random bits in hexadecimal.
    mutating func id() -> String {
        Hexadecimal.encode((0..<16).map { _ in next() })
    }
}
