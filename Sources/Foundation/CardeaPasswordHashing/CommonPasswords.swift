import CardeaEncodings

/// Passwords that guessing begins with.
package enum CommonPasswords {
    private static let all = Set(list.split(whereSeparator: \.isWhitespace).map(\.exact))

    /// Whether a password is one of the 3,000 most common ones of 8 characters or more, in any letter case.
    package static func contains(_ password: String) -> Bool { all.contains(password.lowercased().exact) }
}
