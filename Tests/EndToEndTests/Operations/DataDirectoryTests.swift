import Foundation
import Glibc
import CardeaHTTPMessages
import Testing

/// The checks of a server on the files in its data directory.
@Suite struct DataDirectoryTests {
    /// A data directory that lives as long as the value.
    private struct Place {
        let directory: TemporaryDirectory
        let data: String
    }

    private func stoppedServer() async throws -> Place {
        let directory = try TemporaryDirectory()
        let data = try directory.file("data")
        let server = try await ServerProcess.serve(data)
        #expect(await server.stop() == 0)
        return Place(directory: directory, data: data)
    }

    private func serve(
        _ data: String,
        _ environment: [String: String] = [:]
    ) async throws
        -> ChildProcess.Outcome
    {
        try await Program.run("serve --data \(data) --port 0", environment: environment)
    }

    @Test("a missing master key beside sealed keys stops the start, and makes no new key (security 33)")
    func missingMasterKey()
        async throws
    {
        let place = try await stoppedServer()
        let (directory, data) = (place.directory, place.data)
        defer { withExtendedLifetime(place) {} }
        let key = data + "/master.key"
        try FileManager.default.moveItem(atPath: key, toPath: directory.path + "/moved.key")
        let outcome = try await serve(data)
        #expect(outcome.exitCode == 1)
        #expect(outcome.errors.hasPrefix("cardea: \(key) is missing, but the keys in the database"))
        #expect(outcome.errors.contains("CARDEA_MASTER_KEY_FILE"))
        #expect(!FileManager.default.fileExists(atPath: key))
        let moved = ["CARDEA_MASTER_KEY_FILE": directory.path + "/moved.key"]
        let server = try await ServerProcess.serve(data, environment: moved)
        #expect(await server.stop() == 0)
    }

    @Test(
        "a missing or empty database beside a master key stops the start (security 33)",
        arguments: [true, false]
    )
    func lostDatabase(isEmpty: Bool) async throws {
        let place = try await stoppedServer()
        let data = place.data
        defer { withExtendedLifetime(place) {} }
        let database = data + "/cardea.sqlite"
        try FileManager.default.removeItem(atPath: database)
        if isEmpty { #expect(FileManager.default.createFile(atPath: database, contents: nil)) }
        let outcome = try await serve(data)
        #expect(outcome.exitCode == 1)
        #expect(outcome.errors.contains("the database was lost"), "\(outcome.errors)")
        #expect(outcome.errors.contains("move master.key away"))
        // The person who means it starts anew.
        try FileManager.default.removeItem(atPath: data + "/master.key")
        try? FileManager.default.removeItem(atPath: database)
        let server = try await ServerProcess.serve(data)
        #expect(await server.stop() == 0)
    }

    @Test(
        "with a master key elsewhere, an empty database stops the start, and a new one is logged (security 33)"
    )
    func lostDatabaseOfKeyElsewhere() async throws {
        let directory = try TemporaryDirectory()
        let data = try directory.file("data")
        let key = try directory.file("key", Data(repeating: 7, count: 32).base64EncodedString())
        #expect(unsafe chmod(key, 0o600) == 0)
        let environment = ["CARDEA_MASTER_KEY_FILE": key]
        let warning = "a new database is created"
        let first = try await ServerProcess.serve(data, environment: environment)
        #expect(first.process.output.contains(warning))
        #expect(await first.stop() == 0)
        let second = try await ServerProcess.serve(data, environment: environment)
        #expect(!second.process.output.contains(warning))
        #expect(await second.stop() == 0)

        let database = data + "/cardea.sqlite"
        #expect(unsafe truncate(database, 0) == 0)
        let outcome = try await serve(data, environment)
        #expect(outcome.exitCode == 1)
        #expect(outcome.errors.contains("\(database) is empty: the database was lost"), "\(outcome.errors)")
        // The person who means it starts anew.
        try FileManager.default.removeItem(atPath: database)
        let new = try await ServerProcess.serve(data, environment: environment)
        #expect(new.process.output.contains(warning))
        #expect(await new.stop() == 0)
    }

    @Test(
        "a master key that others can read or write stops the start (security 33)",
        arguments: [0o644, 0o604, 0o660]
    )
    func openKey(mode: Int) async throws {
        let place = try await stoppedServer()
        let data = place.data
        defer { withExtendedLifetime(place) {} }
        let key = data + "/master.key"
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: key)
        let outcome = try await serve(data)
        #expect(outcome.exitCode == 1)
        #expect(outcome.errors.contains("chmod 600 \(key)"), "\(outcome.errors)")
        #expect(try permissions(of: key) == mode)
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: key)
        let server = try await ServerProcess.serve(data)
        #expect(await server.stop() == 0)
    }

    @Test("a directory that others can write to stops the start (security 33)")
    func directoryOthersCan() async throws {
        let directory = try TemporaryDirectory()
        let data = try directory.file("data")
        #expect(unsafe mkdir(data, 0o700) == 0 && chmod(data, 0o777) == 0)
        let outcome = try await serve(data)
        #expect(outcome.exitCode == 1)
        #expect(outcome.errors.contains("other users can write to this directory (mode 0777)"))
        #expect(outcome.errors.contains("chmod 700 \(data)"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: data).isEmpty)
    }

    @Test("a directory that cannot be read gets the reason of the system", arguments: ["check", "user list"])
    func unreadable(command: String) async throws {
        let directory = try TemporaryDirectory()
        let loop = try directory.file("loop")
        try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: loop)
        let outcome = try await Program.run("\(command) --data \(loop)")
        #expect(outcome.exitCode == 1)
        #expect(outcome.errors.contains("Too many levels of symbolic links"), "\(outcome)")
    }

    @Test("a directory that others can list is closed to them, with a warning (security 33)")
    func directoryOthersCanList()
        async throws
    {
        let directory = try TemporaryDirectory()
        let data = try directory.file("data")
        #expect(unsafe mkdir(data, 0o700) == 0 && chmod(data, 0o755) == 0)
        let server = try await ServerProcess.serve(data)
        #expect(try permissions(of: data) == 0o700)
        #expect(server.process.output.contains("other users could list the data directory"))
        #expect(await server.stop() == 0)
    }

    private static let strace = "/usr/bin/strace"

    @Test(
        "keys and tokens are private from their first moment, and on the disk (security 33)",
        .enabled(if: FileManager.default.isExecutableFile(atPath: strace), "strace is installed")
    )
    func firstMoment() async throws {
        let directory = try TemporaryDirectory()
        let data = try directory.file("data")
        let trace = try directory.file("trace")
        let process = try ChildProcess(
            Self.strace,
            [
                "-f", "-e", "trace=open,openat,link,linkat,rename,renameat,fsync,chmod,fchmod", "-o", trace,
                Program.path, "serve", "--data", data, "--port", "0",
            ],
            in: directory
        )
        try await until("a ready server") { process.output.contains(#""msg":"ready""#) }
        let calls = try String(contentsOfFile: trace, encoding: .utf8)
        // A tracer that is killed leaves its program running; the other way round both end.
        let server = try #require(calls.split(separator: " ").first.flatMap { pid_t($0) })
        #expect(kill(server, SIGTERM) == 0)
        _ = await process.exitCode()
        for name in ["master.key", "administrator-token"] {
            let creation = try #require(
                calls.firstMatch(of: try Regex("openat?\\(.*\(name)[^\n]*O_CREAT[^\n]*"))
            )
            #expect(calls[creation.range].contains("O_EXCL") && calls[creation.range].contains("0600"))
            let rest = calls[creation.range.upperBound...]
            let synchronized = try #require(rest.firstRange(of: "fsync("))
            let named = try #require(rest.firstMatch(of: try Regex("(link|rename)[a-z]*\\([^\n]*\(name)")))
            #expect(synchronized.lowerBound < named.range.lowerBound)
            #expect(rest[named.range.upperBound...].contains("fsync("))
        }
        let closing = try Regex("chmod[^\n]*(master.key|administrator-token)")
        #expect(!calls.contains(closing))
    }

    private func permissions(of path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
}
