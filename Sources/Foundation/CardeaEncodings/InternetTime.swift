/// Moments as RFC 3339 writes them, such as `2026-01-02T03:04:05.678Z`.
///
/// They are written in UTC, and read with any offset.
package enum InternetTime {
    /// The first millisecond of the year 0 and the last one of 9999: RFC 3339 has four digits for a year.
    private static let range = -62_167_219_200_000...253_402_300_799_999

    /// The text of a moment.
    ///
    /// - Parameter milliseconds: The time since 1970. A moment outside the years 0 to 9999 becomes the nearest in them.
    /// - Returns: 24 characters.
    package static func text(milliseconds: Int) -> String {
        String(decoding: bytes(milliseconds: milliseconds), as: UTF8.self)
    }

    /// The text of a moment as bytes.
    package static func bytes(milliseconds: Int) -> [UInt8] {
        let moment = min(max(milliseconds, range.lowerBound), range.upperBound)
        let (seconds, fraction) = moment.flooredDivision(by: 1_000)
        let time = CivilTime(secondsSince1970: seconds)
        var text: [UInt8] = []
        text.reserveCapacity(24)
        for (number, width, separator) in [
            (time.year, 4, "-"), (time.month, 2, "-"), (time.day, 2, "T"), (time.hour, 2, ":"),
            (time.minute, 2, ":"), (time.second, 2, "."), (fraction, 3, "Z"),
        ] as [(Int, Int, Unicode.Scalar)] {
            append(number, width, to: &text)
            text.append(UInt8(ascii: separator))
        }
        return text
    }

    /// The text of a moment without a fraction of a second: `2026-01-02T03:04:05Z`.
    package static func text(seconds: Int) -> String {
        let (moment, overflows) = seconds.multipliedReportingOverflow(by: 1_000)
        return text(milliseconds: overflows ? seconds.signum() * .max : moment).prefix(19) + "Z"
    }

    /// Reads a moment.
    ///
    /// - Parameter text: A date and a time with `Z` or an offset (RFC 3339 §5.6). Digits beyond milliseconds are dropped.
    /// - Returns: The milliseconds since 1970; `nil` if the text has another form.
    package static func milliseconds(_ text: String) -> Int? {
        var rest = text.utf8[...]
        guard let year = number(4, &rest), skip("-", &rest), let month = number(2, &rest), skip("-", &rest),
            let day = number(2, &rest), skip("Tt", &rest), let hour = number(2, &rest), skip(":", &rest),
            let minute = number(2, &rest), skip(":", &rest), let second = number(2, &rest),
            let fraction = fraction(&rest), let offset = offset(&rest), rest.isEmpty,
            let seconds = CivilTime.secondsSince1970(
                year: year,
                month: month,
                day: day,
                hour: hour,
                minute: minute,
                second: second
            )
        else { return nil }
        return (seconds - offset) * 1_000 + fraction
    }

    /// The milliseconds of a fraction; 0 if it is absent.
    private static func fraction(_ rest: inout Substring.UTF8View) -> Int? {
        guard skip(".", &rest) else { return 0 }
        let digits = rest.prefix(while: ASCII.isDigit)
        rest = rest.dropFirst(digits.count)
        return digits.isEmpty ? nil : value(of: (Array(digits) + Array("000".utf8)).prefix(3))
    }

    /// The seconds that the clock of an offset is ahead of UTC.
    private static func offset(_ rest: inout Substring.UTF8View) -> Int? {
        if skip("Zz", &rest) { return 0 }
        let isBehind = rest.first == UInt8(ascii: "-")
        guard skip("+-", &rest), let hours = number(2, &rest), skip(":", &rest),
            let minutes = number(2, &rest),
            hours < 24, minutes < 60
        else { return nil }
        return (hours * 60 + minutes) * (isBehind ? -60 : 60)
    }

    /// Reads a number of some digits.
    private static func number(_ width: Int, _ rest: inout Substring.UTF8View) -> Int? {
        let digits = rest.prefix(width)
        guard digits.count == width, digits.allSatisfy(ASCII.isDigit) else { return nil }
        rest = rest.dropFirst(width)
        return value(of: digits)
    }

    private static func value(of digits: some Sequence<UInt8>) -> Int {
        digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    /// Skips one of some characters.
    private static func skip(_ characters: String, _ rest: inout Substring.UTF8View) -> Bool {
        guard let first = rest.first, characters.utf8.contains(first) else { return false }
        rest = rest.dropFirst()
        return true
    }

    private static func append(_ number: Int, _ width: Int, to text: inout [UInt8]) {
        if width > 1 { append(number / 10, width - 1, to: &text) }
        text.append(UInt8(ascii: "0") + UInt8(number % 10))
    }
}
