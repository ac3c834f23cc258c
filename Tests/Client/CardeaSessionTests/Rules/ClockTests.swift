@testable import CardeaSession
import Foundation
import Testing

struct ClockTests {
    @Test("the server's time advances with the clock that counts sleep, independent of the device's time")
    func serverClock() {
        var clock = ServerClock()
        let device = Date(timeIntervalSince1970: 5)
        #expect(clock.date(at: .seconds(10), device: device) == device)
        clock.learn(Date(timeIntervalSince1970: 1_000), at: .seconds(10))
        #expect(clock.date(at: .seconds(70), device: device) == Date(timeIntervalSince1970: 1_060))
    }

    @Test(
        "delays double up to the longest",
        arguments: [(0, 1), (1, 2), (2, 4), (5, 32), (6, 60), (1_000, 60)]
    )
    func delays(retry: Int, seconds: Int) {
        #expect(RetrySchedule().delay(before: retry) == .seconds(seconds))
    }

    @Test("the window lets so many through, and more when time has passed")
    func window() {
        var window = RefreshWindow()
        let limit = RefreshLimit(count: 2, period: .seconds(10))
        let outcomes = [0, 5, 9, 10, 11].map { second in
            let isFull = window.isFull(at: .seconds(second), limit: limit)
            if !isFull { window.count(begunAt: .seconds(second)) }
            return !isFull
        }
        #expect(outcomes == [true, true, false, true, false])
    }
}
