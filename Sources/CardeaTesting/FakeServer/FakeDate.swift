internal import Foundation

/// The form of the `Date` field (RFC 9110 §5.6.7).
enum FakeDate {
    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    static func format(_ date: Date) -> String {
        let seconds = Int(date.timeIntervalSince1970.rounded(.down))
        let (day, time) = (seconds / 86_400, seconds % 86_400)
        // The Gregorian calendar repeats itself every 146,097 days; a year here begins in March.
        let shifted = day + 719_468
        let (era, dayOfEra) = (shifted / 146_097, shifted % 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let year = yearOfEra + era * 400 + (month >= 10 ? 1 : 0)
        return [
            days[day % 7] + ",", two(dayOfYear - (153 * month + 2) / 5 + 1), months[(month + 2) % 12],
            "\(year)",
            "\(two(time / 3600)):\(two(time / 60 % 60)):\(two(time % 60))", "GMT",
        ].joined(separator: " ")
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
