public import Foundation

/// Tells the time and waits: the seam between the engine and the device's clocks.
public protocol SessionClock: Sendable {
    /// The time of day as the device believes it.
    var now: Date { get }
    /// Time since some fixed moment; never set back, and counts the time the device sleeps.
    var uptime: Duration { get }
    /// Waits.
    ///
    /// - Throws: `CancellationError` as soon as the calling task is cancelled.
    func sleep(for duration: Duration) async throws(CancellationError)
}

/// The device's own clocks.
public struct SystemClock: SessionClock {
    private let origin = ContinuousClock.now

    /// Creates a clock.
    public init() {}

    /// The time of day.
    public var now: Date { Date() }

    /// Time since this clock was created.
    public var uptime: Duration { ContinuousClock.now - origin }

    /// Waits on the clock that counts sleep.
    public func sleep(for duration: Duration) async throws(CancellationError) {
        do {
            try await ContinuousClock().sleep(for: duration)
        } catch {
            throw CancellationError()
        }
    }
}
