import Dispatch
import Foundation
import CardeaEncodings
import CardeaThreads
import CardeaLocks

/// Lines that wait for a thread to write them to a file.
///
/// Code that appends lines never waits for the file. If the reader of the file stalls, lines are kept up to a limit; further
/// lines are dropped and counted.
final class LogQueue: Sendable {
    private struct State {
        var lines: [UInt8] = []
        var times = LogTimes()
        /// Lines that were dropped since the last report, and ever.
        var dropped = 0
        var droppedInAll = 0
        /// The thread waits at `wake`.
        var isAsleep = false
        var isClosed = false
        /// A signal for each caller that waits until all of `lines` is written.
        var flushes: [DispatchSemaphore] = []
    }

    /// The time in which lines gather: one write of many lines costs hardly more than one of a single line.
    private static let pause = DispatchTimeInterval.milliseconds(20)

    private let state = Mutex(State())
    private let wake = DispatchSemaphore(value: 0)
    /// Only the thread uses it.
    private let output: Mutex<FileHandle>
    private let limit: Int
    /// Creates the line that reports the number of dropped lines.
    private let report: @Sendable (Int) -> [UInt8]

    /// Creates a queue whose thread writes until `close`.
    ///
    /// - Parameters:
    ///   - output: The file.
    ///   - limit: The largest number of bytes that may wait.
    ///   - report: Creates the line that reports the number of dropped lines.
    init(_ output: sending FileHandle, limit: Int, report: @escaping @Sendable (Int) -> [UInt8]) {
        self.output = Mutex(output)
        self.limit = limit
        self.report = report
        guard (try? OSThread.detach("log", { [self] in run() })) != nil else {
            preconditionFailure("The system cannot start another thread")
        }
    }

    /// The number of lines that were dropped since the start.
    var droppedInAll: Int { state.withLock { $0.droppedInAll } }

    /// Appends a line, or counts it as dropped.
    ///
    /// An urgent line does not wait for others.
    ///
    /// - Parameters:
    ///   - time: The time, in milliseconds since 1970.
    ///   - prefix: The text before the JSON object.
    ///   - isUrgent: Whether it is written at once.
    ///   - members: Appends the members of the JSON object behind the time, each after a comma. It runs under the lock,
    ///     so that no line needs storage of its own.
    func append(
        at time: Int,
        prefix: StaticString = "",
        isUrgent: Bool,
        _ members: (inout [UInt8]) -> Void
    ) {
        let wakes = state.withLock { state in
            let start = state.lines.count
            state.lines.append(prefix)
            state.lines.append(#"{"ts":""#)
            state.times.append(time, to: &state.lines)
            state.lines.append(UInt8(ascii: "\""))
            members(&state.lines)
            state.lines.append("}\n")
            guard state.lines.count <= limit else {
                state.lines.removeSubrange(start...)
                state.dropped += 1
                state.droppedInAll += 1
                return false
            }
            defer { state.isAsleep = false }
            return isUrgent || state.isAsleep
        }
        if wakes { wake.signal() }
    }

    /// Waits until everything that was appended is written, but not longer than a time.
    func flush(within time: DispatchTimeInterval) {
        let done = DispatchSemaphore(value: 0)
        state.withLock { state in
            state.flushes.append(done)
            state.isAsleep = false
        }
        wake.signal()
        _ = done.wait(timeout: .now() + time)
    }

    /// Ends the thread when all is written.
    func close() {
        state.withLock { $0.isClosed = true }
        wake.signal()
    }

    private func run() {
        while true {
            let (lines, dropped, flushes, isClosed) = take()
            write(lines)
            if dropped > 0 { write(report(dropped)) }
            for flush in flushes { flush.signal() }
            guard lines.isEmpty, dropped == 0 else {
                _ = wake.wait(timeout: .now() + Self.pause)
                continue
            }
            if isClosed { return }
            wake.wait()
        }
    }

    private func write(_ lines: [UInt8]) {
        // If the file cannot be written to, the lines are lost.
        if !lines.isEmpty { output.withLock { try? $0.write(contentsOf: Data(lines)) } }
    }

    private func take() -> (lines: [UInt8], dropped: Int, flushes: [DispatchSemaphore], isClosed: Bool) {
        state.withLock { state in
            let taken = (state.lines, state.dropped, state.flushes, state.isClosed)
            state.isAsleep = state.lines.isEmpty && state.dropped == 0
            (state.lines, state.dropped, state.flushes) = ([], 0, [])
            return taken
        }
    }
}
