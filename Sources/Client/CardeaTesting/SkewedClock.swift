public import CardeaSession
public import Foundation
import CardeaLocks

/// A device's clock whose time of day is wrong, beside the right one: sleeps and spans of time are the same on both.
///
///     let time = ManualClock()
///     let server = RotatingFakeServer(clock: time)
///     let device = SkewedClock(time, by: .seconds(-86_400))
///     let engine = SessionEngine(configuration: …, transport: server, clock: device)
public final class SkewedClock: SessionClock {
    private let clock: any SessionClock
    private let state: Mutex<Duration>

    /// Creates a clock.
    ///
    /// - Parameters:
    ///   - clock: The right one.
    ///   - skew: How far this one is ahead of it.
    public init(_ clock: any SessionClock, by skew: Duration = .zero) {
        self.clock = clock
        state = Mutex(skew)
    }

    /// The time by which the time of day is ahead; it may be changed at any time, as a user or a time server would.
    public var skew: Duration {
        get { state.withLock(\.self) }
        set { state.withLock { $0 = newValue } }
    }

    /// The time of day, which is wrong.
    public var now: Date { clock.now + skew / .seconds(1) }

    /// The clock that counts sleep, which is right.
    public var uptime: Duration { clock.uptime }

    /// Waits until a moment of `uptime`.
    public func sleep(until deadline: Duration) async throws(CancellationError) {
        try await clock.sleep(until: deadline)
    }
}
