import Foundation
import Testing

@testable import CardeaCLI

@Suite("Moments on a command line")
struct MomentTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    @Test(
        "a moment is a day, a time, or how long ago",
        arguments: [
            ("1970-01-02", 86_400_000), ("1970-01-01T00:00:10Z", 10_000), ("90s", 1_799_999_910_000),
            ("24h", 1_799_913_600_000), ("7d", 1_799_395_200_000),
        ]
    )
    func moments(text: String, milliseconds: Int64) {
        #expect(Moment(text, now: now)?.milliseconds == milliseconds)
    }

    @Test(
        "other text is not a moment",
        arguments: ["", "h", "-1h", "yesterday", "1969-01-01", "99999999999d"]
    )
    func others(text: String) {
        #expect(Moment(text, now: now) == nil)
    }
}
