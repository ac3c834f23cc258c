/// Writes moments as RFC 3339 does, in UTC with milliseconds: `2026-01-02T03:04:05.678Z`.
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

    private static func append(_ number: Int, _ width: Int, to text: inout [UInt8]) {
        if width > 1 { append(number / 10, width - 1, to: &text) }
        text.append(UInt8(ascii: "0") + UInt8(number % 10))
    }
}
