import CardeaEncodings
import Testing

@testable import CardeaCLI

/// Rows of CSV, and what may be a part of one.
extension UserSourceTests {
    /// A row that begins so, with so many columns behind it.
    static func row(_ text: String, _ count: Int) -> String {
        text + String(repeating: ",", count: count) + "\n"
    }

    /// A row with a name.
    private static func row(name: String) -> String { row("a,a@example.com,true,,,\(name)", 23) }

    @Test(
        "a name is read as Firebase's exporter and as RFC 4180 write it",
        arguments: [
            ("Ann", "Ann"), ("Ann \"A\" Smith", "Ann \"A\" Smith"), ("5\"", "5\""),
            ("\"Smith, Ann\"", "Smith, Ann"), ("\"Smith, \"Ann\" A\"", "Smith, \"Ann\" A"),
            ("\"x, \"\"y\"\"\"", "x, \"y\""), ("\"\"\"Bob\"\"\"", "\"Bob\""), ("\" x\"", " x"), ("\"\"", nil),
        ]
    )
    func names(column: String, name: String?) throws {
        var source = FirebaseCSV(try bytes(Self.row(name: column)), nil)
        let user = try #require(try source.next())
        let line = try JSONValue(reading: user.text.get())
        #expect(line["id"]?.string == "a" && line["displayName"]?.string == name, "\(line)")
    }

    @Test(
        "a row that cannot be read with certainty is an error of its line, and the next row is read",
        arguments: [
            ("\"Bob\"", "column 6 is in quotes"), ("Smith, Ann", "columns instead of 28"),
            ("\"\"Al\", Bob\"", "column 6"), ("x\ry", "carriage return"), ("x,y,z", "columns instead of 28"),
        ]
    )
    func uncertain(column: String, error: String) throws {
        let text =
            Self.row(name: column) + Self.row("b,,,,,Bo\"b", 23) + Self.row("c,,,,,\"C, \"\"c\"\"\"", 23)
        let found = try users(FirebaseCSV(bytes(text), nil))
        #expect(found.count == 3 && found[0].hasPrefix("1 ") && found[0].contains(error), "\(found)")
        #expect(
            found.dropFirst() == [
                #"2 {"id":"b","displayName":"Bo\"b"}"#, #"3 {"id":"c","displayName":"C, \"c\""}"#,
            ]
        )
    }

    /// A whole row as a line of a name.
    private static let injected =
        "evil,evil@example.com,true,,,Evil" + String(repeating: ",", count: 18)
        + #"1476235905000,,,false,"{""admin"":true}""#

    @Test(
        "a name with a line break makes the whole file an error with its lines, whatever the lines of the name are",
        arguments: [
            "Foo\nBar", "Foo\n\nBar", "\"Foo,\nBar\"", "\"Foo\nBar\"", "Foo\r\nBar", "Foo\n",
            "\"Al", "\"Al\" Smith", "\"Smith, \"Ann\"\"",
            "\"x,\n\(injected)\ny\"", "\"x,\n\(injected),\ny\"", "x\n\(injected)\ny", "x\n\(injected),\ny",
            // The name closes the quote and the row itself, before and behind the line that it adds.
            "x\ny\(String(repeating: ",", count: 23))\n\(injected),\nz",
            "\"x,y\"\(String(repeating: ",", count: 23))\n\(injected),\nz\"",
            "\"x\ny\"\(String(repeating: ",", count: 23))\n\(injected),\nz\"",
            "\"x\r,\n\(injected),\ny\r\"", "\"a \"b\", x\n\(injected),\ny \"c\"",
            "\(String(repeating: "x", count: 70_000))\n\(injected),\n\(String(repeating: "y", count: 70_000))",
        ]
    )
    func brokenName(name: String) throws {
        let text = Self.row("a,,,,,", 23) + Self.row(name: name) + Self.row("b,,,,,", 23)
        let failure = #expect(throws: CommandFailure.self) { try users(FirebaseCSV(bytes(text), nil)) }
        let lines = try #require(failure).description
        #expect(
            lines.contains("No user was imported") && lines.contains("export the users as JSON"),
            "\(lines)"
        )
        #expect(FirebaseCSV(try bytes(text), nil).mayFail)
    }

    @Test("a comma in a name without quotes moves no column, if the row can be read with a last comma too")
    func lastComma() throws {
        let comma = { String(repeating: ",", count: $0) }
        // The moment is that of the creation, behind a name with a comma.
        let moved = "a,,,,,Ada," + comma(18) + "1476235905000" + comma(4)
        let read = try users(FirebaseCSV(bytes(moved), nil))
        #expect(read.count == 1 && read[0].hasPrefix("1 column 25 can be"), "\(read)")
        // Nothing behind the name shows where a column begins: the other rows do.
        let photo = "a,,,,,Ada,,https://example.com/a.png" + comma(21) + "\n"
        #expect(throws: CommandFailure.self) {
            try users(FirebaseCSV(bytes(photo + "b" + comma(27)), nil))
        }
        let certain = "a,,,,," + comma(18) + "1476235905000" + comma(5) + "\n"
        let mixed = try users(FirebaseCSV(bytes(certain + "b" + comma(27)), nil))
        #expect(mixed == [#"1 {"id":"a","createdAt":1476235905000}"#, #"2 {"id":"b"}"#])
    }

    @Test("a program's quotes around all texts, and a row without the last comma, are read")
    func otherPrograms() throws {
        let text =
            #""a","a@example.com",true,"","","Ann""# + String(repeating: ",", count: 18)
            + #""1476235905000","1476235906000","+491701234567",true,"{""a"": 1}""#
        #expect(
            try users(FirebaseCSV(bytes(text), nil)) == [
                #"1 {"id":"a","email":"a@example.com","emailVerified":true,"displayName":"Ann","phoneNumber":"+491701234567","customClaims":"{\"a\": 1}","disabled":true,"createdAt":1476235905000,"lastSignedInAt":1476235906000}"#
            ]
        )
    }
}
