import Foundation
import Testing

import CardeaSettings
import CardeaEncodings

@Suite struct SettingTableTests {
    private struct Oven: Sendable, Equatable {
        struct Tray: Sendable, Equatable {
            var count = 1
            var label: String?
        }

        var degrees = 180
        var fan = false
        var tray = Tray()

        static let table = SettingTable<Oven>(
            [
                Setting("degrees", \.degrees, .range(50...250), formerKey: "heat", "The heat."),
                Setting("fan", \.fan, "Whether the air moves."),
            ]
                + [
                    Setting("count", \.count, .range(0...5), "How many."),
                    Setting<Tray>("label", \.label, .name, "A name."),
                ].map { Setting($0, in: "tray", \.tray) }
        )
    }

    private func applied(_ json: String) throws -> (oven: Oven, problems: [String]) {
        var oven = Oven()
        let document = SettingTree(try JSONValue(reading: Array(json.utf8)))
        let problems = Oven.table.apply(document, to: &oven)
        return (oven, problems)
    }

    @Test("a document sets the settings that it names, and leaves the others")
    func apply() throws {
        let (oven, problems) = try applied(#"{"fan": true, "tray": {"label": "a"}, "degrees": null}"#)
        #expect(problems.isEmpty)
        #expect(oven == Oven(fan: true, tray: Oven.Tray(label: "a")))
    }

    @Test("a document with a former key sets the setting of today")
    func formerKey() throws {
        #expect(try applied(#"{"heat": 90}"#).oven.degrees == 90)
    }

    @Test(
        "a document with mistakes names each of them",
        arguments: [
            (
                #"{"degres": 1, "tray": {"cuont": 1, "label": 2}, "fan": 1.5}"#,
                [
                    "unknown key 'degres'; did you mean 'degrees'?",
                    "unknown key 'tray.cuont'; did you mean 'tray.count'?", "fan must be true or false",
                    "tray.label must be text, or none",
                ]
            ),
            ("{\"fan\u{301}\": true}", ["unknown key 'fan\u{301}'; did you mean 'fan'?"]),
            (#"{"tray": 1}"#, ["tray must be a group of settings"]),
            (#"{"fan": {"a": 1}}"#, ["fan must be one value, not a group"]),
            ("[]", ["the document must be a group of settings"]),
            (#"{"degrees": 18446744073709551616}"#, ["degrees must be a whole number"]),
        ]
    )
    func mistakes(json: String, problems: [String]) throws {
        #expect(try applied(json).problems == problems)
    }

    @Test("a document of all settings reads back as it was written")
    func roundTrip() throws {
        let oven = Oven(degrees: 60, fan: true, tray: Oven.Tray(count: 3, label: "b"))
        let json = try JSONEncoder().encode(Oven.table.document(of: oven))
        #expect(try applied(String(decoding: json, as: UTF8.self)).oven == oven)
    }

    @Test("a value out of its range is named with the range")
    func range() {
        #expect(Oven.table.problems(in: Oven()).isEmpty)
        let oven = Oven(degrees: 300, tray: Oven.Tray(count: 6, label: ""))
        #expect(
            Oven.table.problems(in: oven) == [
                "degrees must be from 50 to 250", "tray.count must be from 0 to 5",
                "tray.label must be text without control characters, and not empty",
            ]
        )
    }

    @Test("a value that is typed is read by the type of its setting")
    func text() throws {
        let fan = try Oven.table.setting(named: "fan")
        #expect(try fan.value(of: "true", from: "--fan") == .boolean(true))
        #expect(throws: SettingError("--fan: '1' is not true or false")) {
            try fan.value(of: "1", from: "--fan")
        }
        #expect(throws: SettingError("unknown setting 'fann'; did you mean 'fan'?")) {
            try Oven.table.setting(named: "fann")
        }
    }
}
