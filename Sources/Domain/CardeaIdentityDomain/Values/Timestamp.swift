import CardeaEncodings

/// A moment: whole milliseconds since 1970-01-01T00:00:00Z.
///
/// Arithmetic ends at the first and the last moment that 64 bits can hold: no number from outside ends the program.
package struct Timestamp: Sendable, Hashable, Comparable {
    package let milliseconds: Int64

    package init(milliseconds: Int64) { self.milliseconds = milliseconds }
    package init(seconds: Int64) { milliseconds = seconds.multipliedSaturating(by: 1000) }

    /// A moment that somebody else names.
    ///
    /// - Returns: `nil` before 1970 and after the year 9999, the last that RFC 3339 can write.
    package init?(checkingMilliseconds milliseconds: Int64) {
        guard (0...Self.last.milliseconds).contains(milliseconds) else { return nil }
        self.init(milliseconds: milliseconds)
    }

    /// The same in seconds.
    package init?(checkingSeconds seconds: Int64) {
        self.init(checkingMilliseconds: seconds.multipliedSaturating(by: 1000))
    }

    /// 9999-12-31T23:59:59.999Z.
    package static let last = Timestamp(milliseconds: 253_402_300_799_999)

    /// Whole seconds, rounded down: the grain of JWT dates (RFC 7519 §2, NumericDate).
    package var seconds: Int64 {
        milliseconds >= 0 ? milliseconds / 1000 : milliseconds / 1000 - (milliseconds % 1000 == 0 ? 0 : 1)
    }

    package static func < (a: Timestamp, b: Timestamp) -> Bool { a.milliseconds < b.milliseconds }
    package static func + (moment: Timestamp, span: TimeSpan) -> Timestamp {
        Timestamp(milliseconds: moment.milliseconds.addedSaturating(span.milliseconds))
    }
    package static func - (moment: Timestamp, span: TimeSpan) -> Timestamp {
        Timestamp(milliseconds: moment.milliseconds.subtractedSaturating(span.milliseconds))
    }
    package static func - (a: Timestamp, b: Timestamp) -> TimeSpan {
        TimeSpan(milliseconds: a.milliseconds.subtractedSaturating(b.milliseconds))
    }
}

extension Timestamp {
    /// The moment in UTC with milliseconds (RFC 3339 §5.6).
    package var internetTime: String { InternetTime.text(milliseconds: Int(milliseconds)) }
}
