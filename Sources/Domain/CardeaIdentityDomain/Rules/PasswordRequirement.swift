/// A rule of the policy that a password breaks.
package enum PasswordRequirement: Sendable, Equatable {
    /// The fewest characters.
    case atLeast(Int)
    /// The largest number of characters.
    case atMost(Int)
    case lowercase
    case uppercase
    case digit
    case symbol
}

extension PasswordPolicy {
    /// The characters that count as symbols: the punctuation of ASCII.
    package static let symbols = Set("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
    /// The fewest characters if the policy is not enforced.
    private static let unenforcedMinimum = 6

    /// The smallest number of characters of a new password.
    package var effectiveMinimum: Int {
        enforced ? minimumLength : min(minimumLength, Self.unenforcedMinimum)
    }

    /// The rules that a password breaks, in the order of the cases.
    package func requirements(missingFrom password: String) -> [PasswordRequirement] {
        let count = password.count
        var missing: [PasswordRequirement] = []
        if count < effectiveMinimum { missing.append(.atLeast(effectiveMinimum)) }
        guard enforced else { return missing }
        if count > maximumLength { missing.append(.atMost(maximumLength)) }
        if requiresLowercase, !password.contains(where: \.isLowercase) { missing.append(.lowercase) }
        if requiresUppercase, !password.contains(where: \.isUppercase) { missing.append(.uppercase) }
        if requiresDigit, !password.contains(where: \.isWholeNumber) { missing.append(.digit) }
        if requiresSymbol, !password.contains(where: Self.symbols.contains) { missing.append(.symbol) }
        return missing
    }
}
