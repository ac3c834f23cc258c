extension RandomNumberGenerator {
    /// An id that nobody can guess: 128 random bits in hexadecimal.
    mutating func id() -> String {
        let words = [next(), next()]
        return words.map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
