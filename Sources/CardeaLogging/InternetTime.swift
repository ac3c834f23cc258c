import Foundation

/// Dates as RFC 3339 writes them, in UTC with milliseconds: `2026-01-02T03:04:05.678Z`.
enum InternetTime {
    static func text(of date: Date) -> String {
        String(decoding: bytes(of: date.milliseconds), as: UTF8.self)
    }

    /// The text as bytes.
    ///
    /// - Parameter milliseconds: The time since 1970.
    /// - Returns: 24 characters.
    static func bytes(of milliseconds: Int) -> [UInt8] {
        let (seconds, fraction) = milliseconds.flooredDivision(by: 1000)
        let (days, time) = seconds.flooredDivision(by: 86400)
        let (year, month, day) = civil(days)
        var text: [UInt8] = []
        text.reserveCapacity(24)
        for (number, width, separator) in [
            (year, 4, "-"), (month, 2, "-"), (day, 2, "T"), (time / 3600, 2, ":"), (time / 60 % 60, 2, ":"),
            (time % 60, 2, "."), (fraction, 3, "Z"),
        ] as [(Int, Int, Unicode.Scalar)] {
            append(number, width, to: &text)
            text.append(UInt8(ascii: separator))
        }
        return text
    }

    private static func append(_ number: Int, _ width: Int, to text: inout [UInt8]) {
        if width > 1 { append(number / 10, width - 1, to: &text) }
        text.append(UInt8(48 + number % 10))
    }

    /// The Gregorian date of a day counted from 1 January 1970.
    ///
    /// Counts in eras of 400 years, each of 146,097 days, that begin on 1 March, so that a leap day ends its
    /// year.
    private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
        let (era, dayOfEra) = (days + 719_468).flooredDivision(by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, day)
    }
}

extension Date {
    /// Whole milliseconds since 1970.
    var milliseconds: Int { Int((timeIntervalSince1970 * 1000).rounded(.down)) }
}

extension Int {
    fileprivate func flooredDivision(by divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
