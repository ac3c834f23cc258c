import ChildProcesses
import Foundation
import Glibc
import CardeaOperatingSystem
import Testing

@Suite("Private files")
struct PrivateFileTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test("a file is written completely, and readable only by its owner with any umask (security 33)")
    func mode() throws {
        let path = try directory.file("key")
        try PrivateFile.write(Array("secret".utf8), to: path)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "secret")
        #expect(try FileStatus(of: path)?.mode == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["key"])
    }

    @Test(
        "the directory of a path is that of its last name",
        arguments: [
            ("/a/b", "/a"), ("/a/b/", "/a"), ("/a//", "/"), ("/a", "/"), ("/", "/"), ("a", "."), ("a/", "."),
            ("a/b", "a"), ("/a\u{301}/\u{301}b", "/a\u{301}"),
        ]
    )
    func parent(path: String, parent: String) { #expect(Directory.parent(of: path) == parent) }

    @Test("a file that exists is replaced only if asked, and a link is not followed (security 33)")
    func existing() throws {
        let path = try directory.file("key", "old")
        #expect(throws: FileError(path, code: EEXIST)) { try PrivateFile.write([1], to: path) }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
        try PrivateFile.write(Array("new".utf8), to: path, replacing: true)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "new")
        #expect(try FileStatus(of: path)?.mode == 0o600)

        let victim = try directory.file("victim", "kept")
        let link = try directory.file("link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: victim)
        #expect(throws: FileError.self) { try NewFile(at: link) }
        #expect(try String(contentsOfFile: victim, encoding: .utf8) == "kept")
    }

    @Test("a file that is continued is locked, becomes private, and is no link (security 33)")
    func continued() throws {
        let path = try directory.file("draft", "one\ntw")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        let file = try NewFile(continuing: path)
        let lines = try file.keepWholeLines()
        #expect(lines.count == 1 && lines.last == Array("one".utf8))
        try file.write(Array("two\n".utf8))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "one\ntwo\n")
        #expect(try FileStatus(of: path)?.mode == 0o600)
        #expect(throws: FileError(path, code: EWOULDBLOCK)) { try NewFile(continuing: path) }

        let new = try NewFile(at: try directory.file("new"))
        #expect(throws: FileError(new.path, code: EWOULDBLOCK)) { try NewFile(continuing: new.path) }
        let link = try directory.file("link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        #expect(throws: FileError.self) { try NewFile(continuing: link) }
    }

    @Test("an error names the path and the system's reason")
    func errors() {
        let error = #expect(throws: FileError.self) { try PrivateFile.write([], to: "/nowhere/key") }
        #expect(error?.description == "/nowhere/key.new: No such file or directory")
    }

    @Test("a missing file has no status, and deleting it is not an error")
    func absent() throws {
        let path = try directory.file("absent")
        let status = try FileStatus(of: path)
        #expect(status?.size == nil)
        try PrivateFile.remove(path)
    }

    @Test("the figures of this process are those of a living one")
    func process() {
        let statistics = ProcessStatistics()
        #expect(statistics.processorSeconds > 0)
        #expect(statistics.residentBytes > 1_000_000)
        #expect(statistics.openDescriptors > 2)
        #expect(statistics.descriptorLimit >= UInt64(statistics.openDescriptors))
        let age = Date().timeIntervalSince1970 - (statistics.startedAt ?? 0)
        #expect(age > -2 && age < 86_400)
    }

    @Test("the directory of a path is the part before its last slash")
    func parents() {
        #expect(Directory.parent(of: "/a/b") == "/a")
        #expect(Directory.parent(of: "/a") == "/")
        #expect(Directory.parent(of: "a") == ".")
        #expect(Directory.parent(of: "./data") == ".")
    }
}
