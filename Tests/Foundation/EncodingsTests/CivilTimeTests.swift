import CardeaEncodings
import Testing

@Suite("The calendar")
struct CivilTimeTests {
    @Test(
        "a moment has its date, time and day of the week",
        arguments: [
            (0, 1970, 1, 1, "00:00:00", "Thu"), (-1, 1969, 12, 31, "23:59:59", "Wed"),
            (951_782_400, 2000, 2, 29, "00:00:00", "Tue"), (1_709_251_199, 2024, 2, 29, "23:59:59", "Thu"),
            (4_107_542_400, 2100, 3, 1, "00:00:00", "Mon"), (-2_203_891_200, 1900, 3, 1, "00:00:00", "Thu"),
            (-62_135_596_800, 1, 1, 1, "00:00:00", "Mon"), (-62_135_596_801, 0, 12, 31, "23:59:59", "Sun"),
            (-62_167_219_201, -1, 12, 31, "23:59:59", "Fri"),
            (253_402_300_799, 9999, 12, 31, "23:59:59", "Fri"),
            (253_402_300_800, 10_000, 1, 1, "00:00:00", "Sat"),
        ]
    )
    func moment(seconds: Int, year: Int, month: Int, day: Int, clock: String, weekday: String) {
        let time = CivilTime(secondsSince1970: seconds)
        #expect([time.year, time.month, time.day] == [year, month, day])
        #expect(time.clock == clock)
        #expect(time.weekdayName == weekday)
    }

    @Test(
        "each day of ten centuries around the year 0 is read back, and its weekday follows the previous one"
    )
    func everyDay() {
        var before: CivilTime?
        for start in [-146_097 * 6, 0] {
            for day in start..<start + 146_097 + 36_525 {
                let seconds = day * 86_400 + 45_296
                let time = CivilTime(secondsSince1970: seconds)
                let back = CivilTime.secondsSince1970(
                    year: time.year,
                    month: time.month,
                    day: time.day,
                    hour: time.hour,
                    minute: time.minute,
                    second: time.second
                )
                if back != seconds { Issue.record("day \(day)") }
                if day > start, let before, (before.weekday + 1) % 7 != time.weekday {
                    Issue.record("weekday of day \(day)")
                }
                before = time
            }
        }
    }

    @Test(
        "a date that the calendar does not have is rejected",
        arguments: [
            (2023, 2, 29), (1900, 2, 29), (2100, 2, 29), (2024, 2, 30), (2024, 4, 31), (2024, 0, 1),
            (2024, 13, 1), (2024, 1, 0), (2024, 1, 32), (1_000_000, 1, 1), (-1_000_000, 1, 1),
        ]
    )
    func absentDate(year: Int, month: Int, day: Int) {
        #expect(
            CivilTime.secondsSince1970(year: year, month: month, day: day, hour: 0, minute: 0, second: 0)
                == nil
        )
    }

    @Test("a time that the clock does not have is rejected, and a leap second is the next second")
    func times() {
        func seconds(_ hour: Int, _ minute: Int, _ second: Int) -> Int? {
            CivilTime.secondsSince1970(
                year: 1970,
                month: 1,
                day: 1,
                hour: hour,
                minute: minute,
                second: second
            )
        }
        #expect(seconds(24, 0, 0) == nil)
        #expect(seconds(0, 60, 0) == nil)
        #expect(seconds(0, 0, 61) == nil)
        #expect(seconds(-1, 0, 0) == nil)
        #expect(seconds(23, 59, 60) == 86_400)
    }

    @Test("months are known by their names", arguments: zip(["Jan", "Jun", "Dec"], [1, 6, 12]))
    func months(name: String, number: Int) {
        #expect(CivilTime.month(named: name) == number)
        #expect(CivilTime.month(named: name.lowercased()) == nil)
    }

    @Test(
        "RFC 3339 writes years of four digits, and clamps others",
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
            (1_767_323_045_678, "2026-01-02T03:04:05.678Z"),
            (-62_135_596_800_000, "0001-01-01T00:00:00.000Z"),
            (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
            (253_402_300_800_000, "9999-12-31T23:59:59.999Z"), (Int.max, "9999-12-31T23:59:59.999Z"),
            (Int.min, "0000-01-01T00:00:00.000Z"),
        ]
    )
    func internetTime(milliseconds: Int, text: String) {
        #expect(InternetTime.text(milliseconds: milliseconds) == text)
    }
}
