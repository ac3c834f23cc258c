import CardeaEncodings
package import Foundation

/// Dates as HTTP fields write them (RFC 9110 §5.6.7).
package enum HTTPDate {
    /// Reads a date in any of its three forms; `nil` for anything else.
    ///
    /// A year of two digits is a year from 1970 to 2069. The device's clock, which may be wrong, has no influence.
    package static func parse(_ text: String) -> Date? {
        let words = text.split(separator: " ")
        switch words.count {
        case 6 where words[5] == "GMT":  // Sun, 06 Nov 1994 08:49:37 GMT
            return date(Int(words[3]), words[2], words[1], words[4])
        case 5:  // Sun Nov  6 08:49:37 1994
            return date(Int(words[4]), words[1], words[2], words[3])
        case 4 where words[3] == "GMT":  // Sunday, 06-Nov-94 08:49:37 GMT
            let parts = words[1].split(separator: "-")
            guard parts.count == 3, let year = Int(parts[2]), (0...99).contains(year) else { return nil }
            return date(year + (year < 70 ? 2000 : 1900), parts[1], parts[0], words[2])
        default: return nil
        }
    }

    /// Writes a date in the form that is sent: `Sun, 06 Nov 1994 08:49:37 GMT`.
    ///
    /// - Parameter date: The date; its fraction of a second is dropped.
    /// - Returns: The field's value.
    package static func format(_ date: Date) -> String {
        let time = CivilTime(secondsSince1970: Int(date.timeIntervalSince1970.rounded(.down)))
        let day = CivilTime.twoDigits(time.day)
        return "\(time.weekdayName), \(day) \(time.monthName) \(time.year) \(time.clock) GMT"
    }

    private static func date(_ year: Int?, _ month: Substring, _ day: Substring, _ clock: Substring) -> Date?
    {
        let time = clock.split(separator: ":").compactMap { Int($0) }
        guard let year, (1970...9999).contains(year), let month = CivilTime.month(named: month),
            let day = Int(day), time.count == 3
        else { return nil }
        return CivilTime.secondsSince1970(
            year: year,
            month: month,
            day: day,
            hour: time[0],
            minute: time[1],
            second: time[2]
        )
        .map { Date(timeIntervalSince1970: Double($0)) }
    }
}
