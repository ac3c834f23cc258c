import CardeaSession
import CardeaTesting
import Foundation
import CardeaLocks
import Testing

/// The clocks, and what of them tests lean on.
struct ClockTests {
    @Test("time advances from one wake-up to the next until the condition is true")
    func wakeUps() async {
        let clock = ManualClock()
        let begin = clock.uptime
        let woken = Mutex<[Duration]>([])
        let task = Task {
            for seconds in 1...4 {
                try await clock.sleep(for: .seconds(seconds))
                woken.withLock { $0.append(clock.uptime - begin) }
            }
        }
        #expect(await clock.advance { woken.withLock(\.count) >= 3 })
        #expect(woken.withLock(\.self).prefix(3) == [.seconds(1), .seconds(3), .seconds(6)])
        task.cancel()
    }

    @Test("a sleep that starts late ends at its deadline")
    func late() async throws {
        let clock = ManualClock()
        let deadline = clock.uptime + .seconds(10)
        clock.advance(by: .seconds(10))
        try await clock.sleep(until: deadline)
        #expect(clock.uptime == deadline && clock.sleepers == 0)
    }

    @Test("a clock whose time of day is wrong wakes when the right one does, and no sooner")
    func skewed() async throws {
        let time = ManualClock()
        let device = SkewedClock(time, by: .seconds(-86_400))
        let deadline = device.uptime + .seconds(10)
        let sleep = Task { try await device.sleep(until: deadline) }
        await time.untilSomeoneSleeps(for: .seconds(10))
        time.advance(by: .seconds(9))
        #expect(time.sleepers == 1)
        time.advance(by: .seconds(1))
        try await sleep.value
        #expect(device.now == time.now - 86_400)
    }

    @Test("the device's clock waits until its own moment, and not for a past one")
    func system() async throws {
        let clock = SystemClock()
        let deadline = clock.uptime + .milliseconds(5)
        try await clock.sleep(until: deadline)
        #expect(clock.uptime >= deadline)
        try await clock.sleep(until: deadline - .seconds(3600))
        let sleep = Task { try await clock.sleep(for: .seconds(3600)) }
        sleep.cancel()
        await #expect(throws: CancellationError.self) { try await sleep.value }
    }
}
