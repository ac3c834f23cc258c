extension ProjectID {
    /// Whether this can name a project in URLs: 1 to 63 of `a`–`z`, `0`–`9` and `-`, beginning with a letter.
    package var isWellFormed: Bool {
        let bytes = Array(rawValue.utf8)
        guard (1...63).contains(bytes.count), (97...122).contains(bytes[0]) else { return false }
        return bytes.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 }
    }
}
