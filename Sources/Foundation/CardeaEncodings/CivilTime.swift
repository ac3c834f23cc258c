/// A moment in UTC in the Gregorian calendar, to the second.
///
/// The calendar counts in eras of 400 years, each of 146,097 days. A year begins on 1 March here, so that a leap day ends it.
package struct CivilTime: Sendable, Equatable {
    package let year: Int
    /// 1 to 12.
    package let month: Int
    /// 1 to 31.
    package let day: Int
    package let hour: Int
    package let minute: Int
    package let second: Int
    /// 0 for Sunday to 6 for Saturday.
    package let weekday: Int

    private static let daysOfEra = 146_097
    /// The days from 1 March of the year 0 to 1 January 1970.
    private static let epoch = 719_468

    /// Creates the moment that is some seconds after 1970, or before it.
    package init(secondsSince1970 seconds: Int) {
        let (days, time) = seconds.flooredDivision(by: 86_400)
        let (era, dayOfEra) = (days + Self.epoch).flooredDivision(by: Self.daysOfEra)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        (hour, minute, second) = (time / 3_600, time / 60 % 60, time % 60)
        // 1 January 1970 was a Thursday.
        weekday = (days + 4).flooredDivision(by: 7).remainder
    }

    /// The seconds from 1970 to a moment; `nil` if the calendar does not have it.
    ///
    /// - Parameters:
    ///   - year: The year; 0 is the year before 1.
    ///   - month: 1 to 12.
    ///   - day: 1 to the number of days of the month.
    ///   - hour: 0 to 23.
    ///   - minute: 0 to 59.
    ///   - second: 0 to 60; 60 is a leap second, which counts as the next second.
    /// - Returns: The seconds; negative before 1970.
    package static func secondsSince1970(
        year: Int,
        month: Int,
        day: Int,
        hour: Int,
        minute: Int,
        second: Int
    ) -> Int? {
        guard (-999_999...999_999).contains(year), (1...12).contains(month),
            (1...days(of: month, in: year)).contains(day), (0..<24).contains(hour), (0..<60).contains(minute),
            (0...60).contains(second)
        else { return nil }
        let shifted = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = shifted.flooredDivision(by: 400)
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return (era * daysOfEra + dayOfEra - epoch) * 86_400 + hour * 3_600 + minute * 60 + second
    }

    private static func days(of month: Int, in year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension CivilTime {
    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// The English name of the day of the week, in three letters, as mail and HTTP write it.
    package var weekdayName: String { Self.weekdays[weekday] }

    /// The English name of the month, in three letters.
    package var monthName: String { Self.months[month - 1] }

    /// The number of a month by its English name in three letters.
    package static func month(named name: some StringProtocol) -> Int? {
        months.firstIndex { $0.utf8.elementsEqual(name.utf8) }.map { $0 + 1 }
    }

    /// Hours, minutes and seconds: `08:49:37`.
    package var clock: String { [hour, minute, second].map(Self.twoDigits).joined(separator: ":") }

    /// A number below 100 in two digits.
    package static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension Int {
    func flooredDivision(by divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
