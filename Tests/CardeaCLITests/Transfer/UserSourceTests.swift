import CardeaIdentityService
import ChildProcesses
import Foundation
import Testing

@testable import CardeaCLI

@Suite("Files of users")
struct UserSourceTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func bytes(_ text: String) throws -> InputBytes {
        InputBytes(try InputFile(try directory.file("users", text), Console()))
    }

    /// The line numbers and the texts of all users, or what is wrong with them.
    private func users(_ source: some UserSource) throws -> [String] {
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
        let csv = try users(FirebaseCSV(bytes(mark + "a,b@example.com\n"), nil))
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

    @Test("quoted fields of a CSV file may contain commas, quotes and line feeds (RFC 4180)")
    func csv() throws {
        let text = "a,,true,,,\"x, \"\"y\"\"\nz\"\r\nb,b@example.com\n"
        let found = try users(FirebaseCSV(bytes(text), nil))
        #expect(
            found == [
                #"1 {"id":"a","emailVerified":true,"displayName":"x, \"y\"\u000az"}"#,
                #"3 {"id":"b","email":"b@example.com"}"#,
            ]
        )
        let wide = String(repeating: ",", count: 40)
        #expect(try users(FirebaseCSV(bytes(wide), nil)).first?.contains("28 columns") == true)
        #expect(throws: CommandFailure.self) { try users(FirebaseCSV(bytes("a,\"b"), nil)) }
    }
}
