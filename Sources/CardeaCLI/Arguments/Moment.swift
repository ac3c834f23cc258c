import CardeaEncodings
import FoundationEssentials

/// A moment, or how long ago it was.
struct Moment: ArgumentValue {
    static let expectation = "a time such as 2026-01-31, 2026-01-31T12:00:00Z, 24h or 7d"

    /// Since 1970.
    let milliseconds: Int64

    init?(argument: String) { self.init(argument, now: Date()) }

    init?(_ text: String, now: Date) {
        guard let date = Self.ago(text, now) ?? Self.date(text) else { return nil }
        let milliseconds = date.timeIntervalSince1970 * 1000
        guard let exact = Int64(exactly: milliseconds.rounded()), exact >= 0 else { return nil }
        self.milliseconds = exact
    }

    private static func ago(_ text: String, _ now: Date) -> Date? {
        let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
        guard let unit = text.last.flatMap({ units[$0] }), let count = UInt32(text.dropLast()) else {
            return nil
        }
        return now - Double(count) * unit
    }

    private static func date(_ text: String) -> Date? {
        let milliseconds = InternetTime.milliseconds(text) ?? InternetTime.milliseconds(text + "T00:00:00Z")
        return milliseconds.map { Date(timeIntervalSince1970: Double($0) / 1000) }
    }
}
