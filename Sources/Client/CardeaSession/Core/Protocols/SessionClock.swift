public import Foundation

/// The clocks of the device, as the engine uses them.
public protocol SessionClock: Sendable {
    /// The time of day as the device believes it.
    var now: Date { get }
    /// Time since some fixed moment; never set back, and counts the time the device sleeps.
    var uptime: Duration { get }
    /// Waits until a moment of `uptime`; one that is past is not waited for.
    ///
    /// - Throws: `CancellationError` as soon as the calling task is cancelled.
    func sleep(until deadline: Duration) async throws(CancellationError)
}

extension SessionClock {
    /// Waits.
    ///
    /// - Throws: `CancellationError` as soon as the calling task is cancelled.
    public func sleep(for duration: Duration) async throws(CancellationError) {
        try await sleep(until: uptime + duration)
    }
}

/// The device's own clocks.
package struct SystemClock: SessionClock {
    private let origin = ContinuousClock.now

    /// Creates a clock.
    package init() {}

    /// The time of day.
    package var now: Date { Date() }

    /// Time since this clock was created.
    package var uptime: Duration { ContinuousClock.now - origin }

    /// Waits on the clock that counts sleep.
    package func sleep(until deadline: Duration) async throws(CancellationError) {
        do {
            try await ContinuousClock().sleep(until: origin + deadline)
        } catch {
            throw CancellationError()
        }
    }
}
