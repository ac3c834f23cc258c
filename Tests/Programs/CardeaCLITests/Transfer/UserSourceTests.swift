import CardeaEncodings
import CardeaIdentityService
import CardeaPasswordHashing
import ChildProcesses
import Foundation
import Testing

@testable import CardeaCLI

@Suite("Files of users")
struct UserSourceTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    func bytes(_ text: String) throws -> InputBytes {
        InputBytes(try InputFile(try directory.file("users", text), Console()))
    }

    /// The line numbers and the texts of all users, or what is wrong with them.
    func users(_ source: some UserSource) throws -> [String] {
        var source = source
        var users: [String] = []
        while let user = try source.next() {
            switch user.text {
            case .success(let text):
                users.append("\(user.place.position.line) \(String(decoding: text, as: UTF8.self))")
            case .failure(let error): users.append("\(user.place.position.line) \(error)")
            }
        }
        return users
    }

    @Test("lines keep their numbers; empty ones, carriage returns and an open end make no difference")
    func lines() throws {
        #expect(try users(UserLines(bytes(" \n{}\r\n\n{\"id\":1}"))) == ["2 {}", "4 {\"id\":1}"])
        #expect(try users(UserLines(bytes(""))) == [])
    }

    @Test("a byte-order mark at the beginning of a file is ignored")
    func byteOrderMark() throws {
        let mark = "\u{FEFF}"
        #expect(try users(UserLines(bytes(mark + "{\"id\":\"a\"}"))) == ["1 {\"id\":\"a\"}"])
        #expect(try users(UserLines(bytes(mark))) == [])
        let csv = try users(FirebaseCSV(bytes(mark + Self.row("a,b@example.com,false,,,", 23)), nil))
        #expect(csv == [#"1 {"id":"a","email":"b@example.com"}"#])
        #expect(
            try users(FirebaseJSON(bytes(mark + "{\"users\":[{\"localId\":\"a\"}]}"), nil)) == [
                #"1 {"id":"a"}"#
            ]
        )
        // A second one is text.
        #expect(try users(UserLines(bytes(mark + mark + "{}"))) == ["1 \(mark){}"])
    }

    @Test("a directory and a missing file are named with the reason")
    func unreadable() throws {
        func reason(_ path: String) -> String {
            do {
                _ = try InputFile(path, Console())
                return ""
            } catch {
                return error.description
            }
        }
        #expect(reason(directory.path) == "the file cannot be read: \(directory.path): Is a directory")
        #expect(reason("/nowhere/x") == "the file cannot be read: /nowhere/x: No such file or directory")
    }

    @Test("lines that cross the pieces of a file are whole, and too long ones are errors (security 20)")
    func pieces() throws {
        let numbers = 0..<20_000
        let text = numbers.map { "{\"id\":\"user\($0)\"}" }.joined(separator: "\n")
        #expect(text.utf8.count > 300_000)
        let expected = numbers.map { "\($0 + 1) {\"id\":\"user\($0)\"}" }
        #expect(try users(UserLines(bytes(text))) == expected)

        let long = String(repeating: "x", count: 400_000)
        let error = "the line is longer than 65536 bytes"
        #expect(try users(UserLines(bytes("{}\n\(long)\n{}"))) == ["1 {}", "2 \(error)", "3 {}"])
    }

    @Test("braces, quotes and escapes in strings do not end a user of Firebase's JSON")
    func firebaseJSON() throws {
        let text = """
            { "users" : [ {"localId":"a","displayName":"}\\"]{\\\\"},
              {"localId":"b","providerUserInfo":[{"providerId":"github.com","rawId":"7"},{"providerId":"phone"}]}
            ] }
            """
        #expect(
            try users(FirebaseJSON(bytes(text), nil)) == [
                "1 {\"id\":\"a\",\"displayName\":\"}\\\"]{\\\\\"}",
                "2 {\"id\":\"b\",\"providers\":[{\"id\":\"github.com\",\"subject\":\"7\"}]}",
            ]
        )
        #expect(try users(FirebaseJSON(bytes("{\"users\":[]}"), nil)) == [])
    }

    @Test(
        "a file that is not an export of Firebase is rejected with the first invalid line",
        arguments: [
            "", "[]", "{\"user\":[]}", "{\"users\":[{\"localId\":\"a\"", "{\"users\":[1]}", "{\"users\":[{}",
            "{\"users\":[],\"users\":[]}", "{\"users\":{}}", "{\"users\":[{},]}", "{\"users\":[{}{}]}",
            "{\"users\":[]} x", "{\"users\":[]}]", "{\"users\":[]}{", "{}", "{\"kind\":1}",
            "{\"kind\" \"users\":[]}",
            "{\"users\":[],\"a\":tru}", "{\"tenants\":[{\"users\":[{}]}],\"users\":[{}]}",
            "{\"users\":[{}],\"more\":{\"users\":[{}]}}",
        ]
    )
    func malformedJSON(text: String) throws {
        #expect(throws: CommandFailure.self) { try users(FirebaseJSON(bytes(text), nil)) }
    }

    @Test("second factors are not dropped silently")
    func secondFactors() throws {
        let text = "{\"users\":[{\"localId\":\"a\",\"mfaInfo\":[{\"phoneInfo\":\"+491701234567\"}]}]}"
        #expect(try users(FirebaseJSON(bytes(text), nil)).first?.contains("second factors") == true)
    }

    /// Fields of a user, and their errors; the fields of JSON, and the columns of CSV.
    private static let wrong: [(json: String, columns: [Int: String], error: String)] = [
        (#""disabled":"true""#, [26: "TRUE"], "'disabled' has a value of the wrong type"),
        (#""disabled":1"#, [26: "1"], "'disabled' has a value of the wrong type"),
        (#""emailVerified":"yes""#, [2: "yes"], "'emailVerified' has a value of the wrong type"),
        (#""createdAt":"soon""#, [23: "soon"], "'createdAt' has a value of the wrong type"),
        (#""createdAt":-1"#, [23: "-1"], "'createdAt' must be from 0"),
        (
            #""lastSignedInAt":1.5"#, [23: "1476235905000", 24: "1.5"],
            "'lastSignedInAt' has a value of the wrong type"
        ),
        (#""passwordHash":"!""#, [3: "!"], "passwordHash is not Base64"),
        (#""customAttributes":{"a":1}"#, [:], "'customAttributes' has a value of the wrong type"),
        (#""phoneNumber":491701234567"#, [:], "'phoneNumber' has a value of the wrong type"),
        (#""email":["a@example.com"]"#, [:], "'email' has a value of the wrong type"),
        (#""displayName":{}"#, [:], "'displayName' has a value of the wrong type"),
        (#""providerUserInfo":{}"#, [:], "'providerUserInfo' has a value of the wrong type"),
        (#""providerUserInfo":["google.com"]"#, [:], "'providerUserInfo[0]' has a value of the wrong type"),
        (
            #""providerUserInfo":[{"rawId":7}]"#, [:],
            "'providerUserInfo[0].rawId' has a value of the wrong type"
        ),
        (#""mfaInfo":{}"#, [:], "'mfaInfo' has a value of the wrong type"),
        (#""plan":"gold""#, [:], "unknown field: 'plan'"),
        (#""email":"a","email":"b""#, [:], "'email' is given twice"),
        (
            #""providerUserInfo":[{"providerId":"phone","phoneNumber":"+491701234567"}]"#, [:],
            "another phone number than the user"
        ),
        (
            #""phoneNumber":"+491701234568","providerUserInfo":[{"providerId":"phone","rawId":"+491701234567"}]"#,
            [:],
            "another phone number than the user"
        ),
        (
            #""email":"a@example.com","providerUserInfo":[{"providerId":"password","email":"b@example.com"}]"#,
            [:],
            "another e-mail address than the user"
        ),
        (
            #""providerUserInfo":[{"providerId":"password","rawId":"b@example.com"}]"#, [:],
            "another e-mail address than the user"
        ),
    ]

    @Test("a value of a wrong type is an error of its user in JSON and in CSV", arguments: wrong)
    func wrongTypes(json: String, columns: [Int: String], error: String) throws {
        var format = HashFormat(algorithm: "SHA1")
        format.rounds = 1
        let list = #"{"users":[{"localId":"a",\#(json)},{"localId":"b"}]}"#
        let found = try users(FirebaseJSON(bytes(list), format))
        #expect(found.count == 2 && found[0].contains(error) && found[1] == #"1 {"id":"b"}"#, "\(found)")
        guard !columns.isEmpty else { return }
        let row = ["a"] + (1..<29).map { columns[$0] ?? "" }
        let read = try users(FirebaseCSV(bytes(row.joined(separator: ",")), format))
        #expect(read.count == 1 && read[0].contains(error), "\(read)")
    }

    @Test("bytes that are not UTF-8 are an error of their line in every format")
    func notUTF8() throws {
        let error = "the bytes are not UTF-8: save the file as UTF-8"
        func file(_ before: String, _ after: String) throws -> InputBytes {
            let path = try directory.file("bytes")
            try Data(Array(before.utf8) + [0xE9] + Array(after.utf8)).write(to: URL(filePath: path))
            return InputBytes(try InputFile(path, Console()))
        }
        #expect(try users(UserLines(file("{\"id\":\"a", "\"}\n{}"))) == ["1 \(error)", "2 {}"])
        #expect(try users(FirebaseCSV(file("a,,,,,", Self.row("", 23)), nil)) == ["1 \(error)"])
        let list = try users(
            FirebaseJSON(file("{\"users\":[{\"localId\":\"", "\"},{\"localId\":\"b\"}]}"), nil)
        )
        #expect(list == ["1 \(error)", #"1 {"id":"b"}"#])
        let utf16 = try directory.file("utf16")
        try Data([0xFF, 0xFE, 0x7B, 0]).write(to: URL(filePath: utf16))
        #expect(throws: CommandFailure.self) {
            try users(UserLines(InputBytes(try InputFile(utf16, Console()))))
        }
    }

    @Test("the members of a list stand in any order, and the users of all lists of a file are read")
    func documents() throws {
        let text = """
            {"kind":"identitytoolkit#DownloadAccountResponse","users":[{"localId":"a","version":0}],"more":"]}"}
            {"users":[],"nextPageToken":"x"} {"recordsCount": 1 , "users" : [ {"localId":"b","kind":"x"} ] }
            """
        var source = FirebaseJSON(try bytes(text), nil)
        #expect(try source.next()?.place.description == "line 1, users[0], localId 'a'")
        #expect(try source.next()?.place.description == "line 2, users[0], localId 'b'")
        #expect(try source.next() == nil)
        #expect(source.notes.count == 2 && source.notes[0].contains("'more'"), "\(source.notes)")
    }

    @Test("the list of an emulator brings the password, the times and the tenant of a user")
    func emulatorList() throws {
        let text = #"""
            {"users":[{"localId":"a","tenantId":"blue","passwordHash":"fakeHash:salt=s:password=secret","salt":"s",
            "passwordUpdatedAt":1476235905000,"validSince":"1476235905","lastLoginAt":"1476235906000","createdAt":"",
            "customAuth":true,"screenName":"ann","providerUserInfo":[{"providerId":"password","rawId":"a","federatedId":"a"}]}]}
            """#
        var source = FirebaseJSON(try bytes(text), nil)
        let user = try #require(try source.next())
        #expect(
            String(decoding: try user.text.get(), as: UTF8.self)
                == #"{"id":"a","tenantId":"blue","password":"secret","passwordChangedAt":1476235905000,"customTokens":true,"lastSignedInAt":1476235906000,"validSince":1476235905000}"#
        )
        #expect(user.tenant == "blue" && user.fieldsWithoutPlace == ["screenName"])
    }
}
