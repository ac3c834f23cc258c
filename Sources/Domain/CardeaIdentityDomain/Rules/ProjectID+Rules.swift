import CardeaEncodings

extension ProjectID {
    /// Whether this can name a project in URLs: 1 to 63 of `a`–`z`, `0`–`9` and `-`, beginning with a letter.
    package var isWellFormed: Bool {
        let bytes = Array(rawValue.utf8)
        guard (1...63).contains(bytes.count), ASCII.isLowercase(bytes[0]) else { return false }
        return bytes.allSatisfy { ASCII.isLowercase($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "-") }
    }
}
