/// A moment: whole milliseconds since 1970-01-01T00:00:00Z.
package struct Timestamp: Sendable, Hashable, Comparable {
    package let milliseconds: Int64

    package init(milliseconds: Int64) { self.milliseconds = milliseconds }
    package init(seconds: Int64) { milliseconds = seconds * 1000 }

    /// Whole seconds, rounded down: the grain of JWT dates (RFC 7519 §2, NumericDate).
    package var seconds: Int64 { milliseconds >= 0 ? milliseconds / 1000 : (milliseconds - 999) / 1000 }

    package static func < (a: Timestamp, b: Timestamp) -> Bool { a.milliseconds < b.milliseconds }
    package static func + (moment: Timestamp, span: TimeSpan) -> Timestamp {
        Timestamp(milliseconds: moment.milliseconds + span.milliseconds)
    }
    package static func - (moment: Timestamp, span: TimeSpan) -> Timestamp {
        Timestamp(milliseconds: moment.milliseconds - span.milliseconds)
    }
    package static func - (a: Timestamp, b: Timestamp) -> TimeSpan {
        TimeSpan(milliseconds: a.milliseconds - b.milliseconds)
    }
}
