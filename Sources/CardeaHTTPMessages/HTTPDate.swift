package import Foundation

/// Dates as HTTP fields write them (RFC 9110 §5.6.7).
package enum HTTPDate {
    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Reads a date in any of its three forms; `nil` for anything else.
    ///
    /// A year of two digits is one from 1970 to 2069: the device's clock, which may be wrong, is not asked.
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

    /// Writes a date in the one form that is sent, as of its full second: `Sun, 06 Nov 1994 08:49:37 GMT`.
    ///
    /// - Parameter date: One from 1970 on.
    /// - Returns: The field's value.
    package static func format(_ date: Date) -> String {
        let seconds = Int(date.timeIntervalSince1970.rounded(.down))
        let (day, time) = (seconds / 86_400, seconds % 86_400)
        // The Gregorian calendar repeats itself every 146,097 days; a year here begins in March.
        let shifted = day + 719_468
        let (era, dayOfEra) = (shifted / 146_097, shifted % 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let year = yearOfEra + era * 400 + (month >= 10 ? 1 : 0)
        let clock = [time / 3600, time / 60 % 60, time % 60].map(two).joined(separator: ":")
        let name = months[(month + 2) % 12]
        return "\(days[day % 7]), \(two(dayOfYear - (153 * month + 2) / 5 + 1)) \(name) \(year) \(clock) GMT"
    }

    private static func date(_ year: Int?, _ month: Substring, _ day: Substring, _ clock: Substring) -> Date?
    {
        let time = clock.split(separator: ":").compactMap { Int($0) }
        guard let year, (1970...9999).contains(year), let month = months.firstIndex(of: String(month)),
            let day = Int(day), (1...31).contains(day), time.count == 3, (0..<24).contains(time[0]),
            (0..<60).contains(time[1]), (0...60).contains(time[2])
        else { return nil }
        let seconds = time[0] * 3_600 + time[1] * 60 + time[2]
        return Date(timeIntervalSince1970: Double(days(year, month + 1, day) * 86_400 + seconds))
    }

    /// Days from 1970-01-01 in the Gregorian calendar; March is counted as the first month of a year.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
