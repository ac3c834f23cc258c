import CardeaEncodings
import CardeaSettings
import FoundationEssentials

/// A length of time in seconds: `15m`, `30d`, or a number of seconds.
struct LengthOfTime: ArgumentValue {
    static let expectation = TimeUnit.seconds.expectation

    let seconds: Int

    init?(argument: String) {
        guard let seconds = TimeUnit.seconds.count(in: argument) else { return nil }
        self.seconds = seconds
    }
}

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
        TimeUnit.seconds.countWithSymbol(in: text).map { now - Double($0) }
    }

    private static func date(_ text: String) -> Date? {
        let milliseconds = InternetTime.milliseconds(text) ?? InternetTime.milliseconds(text + "T00:00:00Z")
        return milliseconds.map { Date(timeIntervalSince1970: Double($0) / 1000) }
    }
}
