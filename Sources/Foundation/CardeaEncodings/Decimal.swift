extension [UInt8] {
    /// Appends a number in decimal digits.
    package mutating func append(decimal number: Int) {
        if number < 0 { append(UInt8(ascii: "-")) }
        var (first, rest) = (count, number.magnitude)
        repeat {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        // The lowest digit is first.
        var last = count - 1
        while first < last {
            swapAt(first, last)
            (first, last) = (first + 1, last - 1)
        }
    }
}

extension String {
    /// The number of decimal digits; `nil` for a sign, white space, or a number that is too large.
    package var wholeNumber: Int64? {
        guard utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
        return Int64(self)
    }
}
