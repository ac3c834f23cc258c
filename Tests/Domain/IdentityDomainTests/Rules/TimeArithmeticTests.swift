import CardeaIdentityDomain
import Testing

@Suite struct TimeArithmeticTests {
    private static let extremes: [Int64] = [
        .min, .min + 1, .min / 1000, -1, 0, 1, 999, 1000, .max / 1000, .max / 1000 + 1, .max - 1, .max,
    ]

    @Test("arithmetic on any two times ends at the bounds (security L12)", arguments: extremes, extremes)
    func arithmeticAnyTwo(_ a: Int64, _ b: Int64) {
        let (moment, other) = (Timestamp(milliseconds: a), Timestamp(milliseconds: b))
        let span = TimeSpan(milliseconds: b)
        let isPositive = b > 0
        #expect(b == 0 || (moment + span > moment) == isPositive || (moment + span).milliseconds == a)
        #expect(b == 0 || (moment - span < moment) == isPositive || (moment - span).milliseconds == a)
        #expect((moment - other > .zero) == (a > b))
        #expect(Timestamp(seconds: a).seconds == min(max(a, .min / 1000 - 1), .max / 1000))
        #expect(TimeSpan.days(a).milliseconds.signum() == a.signum())
        #expect(span.secondsToWait >= 1)
    }

    @Test(
        "a moment outside the years 1970 to 9999 is rejected (security L12)",
        arguments: [Int64.min, -1, 253_402_300_800, .max / 1000, .max / 1000 + 1, .max]
    )
    func momentOutsideYears(_ seconds: Int64) {
        #expect(Timestamp(checkingSeconds: seconds) == nil)
    }

    @Test("moments from 1970 to 9999 are read")
    func moments19709999() {
        #expect(Timestamp(checkingSeconds: 0) == Timestamp(seconds: 0))
        #expect(Timestamp(checkingSeconds: 253_402_300_799) == Timestamp(seconds: 253_402_300_799))
        #expect(Timestamp(milliseconds: -1).seconds == -1)
        #expect(Timestamp(milliseconds: -1000).seconds == -1)
        #expect(Timestamp(milliseconds: -1001).seconds == -2)
    }
}
