import CardeaEncodings

/// Writes the times of log lines.
///
/// The text of a second is made once.
struct LogTimes {
    private var second = Int.min
    /// Up to the decimal point.
    private var text: [UInt8] = []

    /// Appends a time.
    ///
    /// - Parameters:
    ///   - milliseconds: The time since 1970.
    ///   - line: The line so far.
    mutating func append(_ milliseconds: Int, to line: inout [UInt8]) {
        guard milliseconds >= 0 else {
            line += InternetTime.bytes(milliseconds: milliseconds)
            return
        }
        let (second, fraction) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        if second != self.second {
            self.second = second
            text = Array(InternetTime.bytes(milliseconds: milliseconds).dropLast(4))
        }
        line += text
        line.append(UInt8(48 + fraction / 100))
        line.append(UInt8(48 + fraction / 10 % 10))
        line.append(UInt8(48 + fraction % 10))
        line.append(UInt8(ascii: "Z"))
    }
}
