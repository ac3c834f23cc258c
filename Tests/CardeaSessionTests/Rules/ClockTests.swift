@testable import CardeaSession
import Foundation
import Testing

struct ClockTests {
    @Test(
        "the date of an HTTP field",
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777.0), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("Tue, 29 Feb 2028 23:59:60 GMT", 1_835_481_600),
            ("Fri, 15 Jan 2027 08:00:00 GMT", 1_800_000_000),
        ]
    )
    func date(text: String, seconds: Double) {
        #expect(HTTPDate.parse(text)?.timeIntervalSince1970 == seconds)
    }

    @Test(
        "what is no date",
        arguments: [
            "", "now", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 CET",
            "Sun, 32 Nov 1994 08:49:37 GMT",
            "Sun, 06 Now 1994 08:49:37 GMT", "Sun, 06 Nov 1994 25:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT",
        ]
    )
    func noDate(text: String) {
        #expect(HTTPDate.parse(text) == nil)
    }

    @Test("the server's clock goes on by the clock that counts sleep, whatever the device believes")
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
        #expect(RetryPolicy().delay(before: retry) == .seconds(seconds))
    }

    @Test("the window lets so many through, and more when time has passed")
    func window() {
        var window = RefreshWindow()
        let limit = RefreshLimit(count: 2, period: .seconds(10))
        let outcomes = [0, 5, 9, 10, 11].map { window.begin(at: .seconds($0), limit: limit) }
        #expect(outcomes == [true, true, false, true, false])
    }
}
