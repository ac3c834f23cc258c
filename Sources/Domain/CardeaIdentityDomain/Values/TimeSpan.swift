/// A length of time in whole milliseconds.
///
/// Arithmetic ends at the shortest and the longest span that 64 bits can hold.
package struct TimeSpan: Sendable, Hashable, Comparable {
    package let milliseconds: Int64

    package init(milliseconds: Int64) { self.milliseconds = milliseconds }

    package static func seconds(_ count: Int64) -> TimeSpan {
        TimeSpan(milliseconds: count.multipliedSaturating(by: 1000))
    }
    package static func minutes(_ count: Int64) -> TimeSpan { .seconds(count.multipliedSaturating(by: 60)) }
    package static func hours(_ count: Int64) -> TimeSpan { .minutes(count.multipliedSaturating(by: 60)) }
    package static func days(_ count: Int64) -> TimeSpan { .hours(count.multipliedSaturating(by: 24)) }
    package static let zero = TimeSpan(milliseconds: 0)

    /// Whole seconds, rounded towards zero.
    package var seconds: Int64 { milliseconds / 1000 }

    /// Whole seconds, rounded up and at least one: the time to wait that a response names.
    package var secondsToWait: Int64 { max(1, milliseconds.addedSaturating(999) / 1000) }

    package static func < (a: TimeSpan, b: TimeSpan) -> Bool { a.milliseconds < b.milliseconds }
}
