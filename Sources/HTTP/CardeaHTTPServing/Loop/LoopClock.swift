import Foundation
import Glibc
import CardeaHTTPMessages

/// The times of a loop's present turn.
struct LoopClock {
    /// The time that deadlines are reckoned in.
    private(set) var now = Milliseconds.now()
    /// The `date` field's value, which is made once a second.
    private(set) var date: [UInt8] = []
    private var second = 0

    init() { turn() }

    /// A new turn has begun.
    mutating func turn() {
        now = .now()
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_REALTIME_COARSE, &time)
        guard time.tv_sec != second else { return }
        second = time.tv_sec
        date = Array(HTTPDate.format(Date(timeIntervalSince1970: TimeInterval(second))).utf8)
    }
}
