import CardeaEncodings

extension RandomNumberGenerator {
    /// An ID that cannot be guessed: 128 random bits in hexadecimal.
    package mutating func id() -> String {
        // By the word: the system's generator makes a call of the system for every number.
        let words: [UInt64] = [next(), next()]
        return Hexadecimal.encode(
            words.flatMap { word in
                stride(from: 0, to: 64, by: 8).map { UInt8(truncatingIfNeeded: word >> $0) }
            }
        )
    }
}
