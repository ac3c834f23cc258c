import Glibc

/// Shows the progress of a task at a terminal; nothing if the standard error is not a terminal.
final class ProgressMeter {
    /// The shortest time between two states: a person reads no more.
    private static let interval = Duration.milliseconds(200)
    /// Shorter tasks show nothing.
    private let delay: Duration

    private let what: String
    private let console: Console
    private let isShown = isatty(STDERR_FILENO) == 1
    private let start = ContinuousClock.now
    private var lastShown: ContinuousClock.Instant?

    init(_ what: String, _ console: Console, delay: Duration = .zero) {
        self.delay = delay
        self.what = what
        self.console = console
    }

    /// Shows a part of the whole, from 0 to 1.
    func show(_ part: Double) { show(part, count: nil) }

    /// Shows a state of the task.
    ///
    /// - Parameters:
    ///   - part: The part of the whole, from 0 to 1; `nil` if the whole is not known.
    ///   - count: The number of things that are done; `nil` if they are not counted.
    func show(_ part: Double?, count: Int?) {
        let now = ContinuousClock.now
        let isDue = lastShown.map { now - $0 >= Self.interval } ?? (now - start >= delay)
        guard isShown, isDue else { return }
        lastShown = now
        let line = ProgressLine(part: part, count: count, elapsed: now - start)
        console.overwrite("\(what) \(line)")
    }

    /// Clears the line.
    func end() {
        guard lastShown != nil else { return }
        console.overwrite("")
        lastShown = nil
    }
}

/// A state of a task as a line: `[######......]  50 %  1200  400/s  3 s left`.
struct ProgressLine: CustomStringConvertible {
    private static let width = 24

    /// The part of the whole, from 0 to 1; `nil` if the whole is not known.
    let part: Double?
    /// The number of things that are done; `nil` if they are not counted.
    let count: Int?
    /// The time since the task began.
    let elapsed: Duration

    var description: String {
        [bar, count.map(String.init), rate, remaining].compactMap(\.self).joined(separator: "  ")
    }

    private var seconds: Double { elapsed / .seconds(1) }

    private var bar: String? {
        guard let part else { return nil }
        let full = Int(part * Double(Self.width))
        let percent = String(Int(part * 100))
        return "[" + String(repeating: "#", count: full)
            + String(repeating: ".", count: Self.width - full) + "] "
            + String(repeating: " ", count: 3 - percent.count) + percent + " %"
    }

    private var rate: String? {
        guard let count, seconds > 0 else { return nil }
        return "\(Int(Double(count) / seconds))/s"
    }

    /// The time that the rest takes, if it continues as before.
    private var remaining: String? {
        guard let part, part > 0, part < 1 else { return nil }
        let left = Int((seconds / part * (1 - part)).rounded(.up))
        let (hours, minutes) = (left / 3600, left / 60 % 60)
        if hours > 0 { return "\(hours) h \(minutes) min left" }
        return minutes > 0 ? "\(minutes) min \(left % 60) s left" : "\(left) s left"
    }
}
