import CardeaEncodings
import CardeaSettings
import Testing

@Suite struct TimeUnitTests {
    @Test(
        "a length of time is read in the unit of its setting, and printed in the largest whole unit",
        arguments: [
            ("90", .seconds, 90, "90s"), ("15m", .seconds, 900, "15m"), ("2h", .seconds, 7200, "2h"),
            ("30d", .seconds, 2_592_000, "30d"), ("10s", .milliseconds, 10_000, "10s"),
            ("250ms", .milliseconds, 250, "250ms"), ("10000", .milliseconds, 10_000, "10s"),
            ("48h", .days, 2, "2d"), ("0", .seconds, 0, "0s"), ("0d", .milliseconds, 0, "0ms"),
        ] as [(String, TimeUnit, Int, String)]
    )
    func lengths(text: String, unit: TimeUnit, count: Int, printed: String) {
        #expect(unit.count(in: text) == count)
        #expect(unit.text(of: count) == printed)
        #expect(unit.count(in: printed) == count)
    }

    @Test(
        "a text that is no whole number of the unit is rejected",
        arguments: ["", "m", "15 m", "1.5h", "250ms", "1w", "-15m", "15M", "99999999999999999999d", "１５m"]
    )
    func rejected(text: String) { #expect(TimeUnit.seconds.count(in: text) == nil) }

    @Test("a length of time without a whole number of any larger unit does not overflow")
    func extremes() {
        #expect(TimeUnit.days.text(of: .max) == "\(Int.max)d")
        #expect(TimeUnit.seconds.count(in: "9223372036854775807d") == nil)
    }

    private struct Oven: Sendable {
        var seconds = 60
        var days: Int?
        var names: [String] = []

        static let table = SettingTable<Oven>([
            Setting("seconds", \.seconds, .time(in: .seconds, 1...86_400), "The time."),
            Setting("days", \.days, .time(in: .days, 1...30), "The days."),
            Setting(
                "names",
                \.names,
                .list("a list of small letters") { $0 == $0.lowercased() },
                "The names."
            ),
        ])
    }

    @Test("a document, an option and the error of a setting with a unit have lengths of time")
    func settings() throws {
        func problems(_ json: String) throws -> [String] {
            var oven = Oven()
            let read = Oven.table.apply(SettingTree(try JSONValue(reading: Array(json.utf8))), to: &oven)
            return read + Oven.table.problems(in: oven)
        }
        var oven = Oven()
        let document = SettingTree(try JSONValue(reading: Array(#"{"seconds": "15m", "days": 3}"#.utf8)))
        #expect(Oven.table.apply(document, to: &oven) == [])
        #expect(oven.seconds == 900 && oven.days == 3)
        #expect(Oven.table.settings.map { $0.text(in: oven) } == ["15m", "3d", "none"])

        let seconds = try Oven.table.setting(named: "seconds")
        #expect(try seconds.value(of: "2h", from: "--seconds") == .integer(7200))
        #expect(try problems(#"{"seconds": "2d"}"#) == ["seconds must be from 1s to 1d"])
        #expect(try problems(#"{"days": "12h"}"#).first?.hasPrefix("days must be a length of time") == true)
        #expect(try problems(#"{"days": 31}"#) == ["days must be from 1d to 30d, or none"])
        #expect(
            try problems(#"{"names": ["a", "B"]}"#) == [
                "names must be a list of small letters: 'B' is invalid"
            ]
        )
    }
}
