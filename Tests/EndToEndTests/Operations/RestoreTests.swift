import Foundation
import Glibc
import Testing

/// A restore that is rejected, and the owner of what it creates.
@Suite struct RestoreTests {
    @Test("a restore rejects a running server, a directory with files and a changed backup (security L15)")
    func restoreRejectsRunning()
        async throws
    {
        let directory = try TemporaryDirectory()
        let (data, backup) = (try directory.file("data"), try directory.file("backup"))
        let server = try await ServerProcess.serve(data)
        #expect(try await Program.run("backup \(backup) --include-master-key --data \(data)").exitCode == 0)
        let again = try await Program.run("backup \(backup) --data \(data)")
        #expect(again.exitCode == 1)
        #expect(again.errors.contains("is not empty"))

        let running = try await Program.run("restore \(backup) --data \(data)")
        #expect(running.exitCode == 1)
        #expect(running.errors == "cardea: another process uses \(data)\n")
        #expect(await server.stop() == 0)
        let full = try await Program.run("restore \(backup) --data \(data)")
        #expect(full.exitCode == 1)
        #expect(full.errors.contains("is not empty: stop the server"))

        let restored = try directory.file("restored")
        try flipBit(of: backup + "/cardea.sqlite", at: 5000)
        let changed = try await Program.run("restore \(backup) --data \(restored)")
        #expect(changed.exitCode == 1)
        #expect(changed.errors.contains("has changed since the backup was made"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: restored).isEmpty)
        try FileManager.default.removeItem(atPath: backup + "/manifest.json")
        let partial = try await Program.run("restore \(backup) --data \(restored)")
        #expect(partial.exitCode == 1)
        #expect(partial.errors.contains("is not a whole backup"))
    }

    @Test(
        "a restore with a manifest of other files is rejected, and the directory stays empty (security L15)",
        arguments: [
            #"{"name":"../../etc/passwd","bytes":0,"sha256":""},"#,
            #"{"name":"cardea.sqlite","bytes":0,"sha256":""},"#,
            #"{"name":"cardea.sqlite\u0301","bytes":0,"sha256":""},"#,
            #"{"name":"","bytes":0,"sha256":""},"#,
        ]
    )
    func otherFiles(entry: String) async throws {
        let directory = try TemporaryDirectory()
        let (data, backup) = (try directory.file("data"), try directory.file("backup"))
        #expect(try await ServerProcess.serve(data).stop() == 0)
        #expect(try await Program.run("backup \(backup) --include-master-key --data \(data)").exitCode == 0)
        let manifest = backup + "/manifest.json"
        let text = try String(contentsOfFile: manifest, encoding: .utf8)
        let changed = text.replacing(#/"files" : \[/#) { $0.output + entry }
        try #require(changed != text)
        try changed.write(toFile: manifest, atomically: false, encoding: .utf8)
        let restored = try directory.file("restored")
        let rejected = try await Program.run("restore \(backup) --data \(restored)")
        #expect(rejected.exitCode == 1)
        #expect(rejected.errors.contains("manifest.json was changed: a backup has no files but"))
        #expect(!FileManager.default.fileExists(atPath: restored))
    }

    @Test(
        "a restore by root gives its files to the owner of the directory, or of its parent if it is new",
        .enabled(if: geteuid() == 0),
        arguments: [true, false]
    )
    func owner(exists: Bool) async throws {
        let directory = try TemporaryDirectory()
        let (data, backup) = (try directory.file("data"), try directory.file("backup"))
        #expect(try await ServerProcess.serve(data).stop() == 0)
        #expect(try await Program.run("backup \(backup) --data \(data)").exitCode == 0)

        let home = try directory.file("home")
        let restored = home + "/data"
        let user: (id: UInt32, group: UInt32) = (65_533, 65_532)
        try FileManager.default.createDirectory(atPath: restored, withIntermediateDirectories: true)
        if !exists { try FileManager.default.removeItem(atPath: restored) }
        #expect(unsafe chown(exists ? restored : home, user.id, user.group) == 0)
        // The user can read neither the backup nor the master key.
        let outcome = try await Program.run(
            "restore \(backup) --master-key \(data)/master.key --data \(restored)/"
        )
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let expectOwner = {
            for file in ["", "/cardea.sqlite", "/master.key", "/cardea.lock"] {
                var status = stat()
                #expect(unsafe stat(restored + file, &status) == 0, "\(file)")
                #expect(status.st_uid == user.id && status.st_gid == user.group, "\(file)")
            }
        }
        expectOwner()
        // A command of root on the data keeps the owner, too.
        try FileManager.default.removeItem(atPath: restored + "/cardea.lock")
        #expect(try await Program.run("administrator create ci --data \(restored)").exitCode == 0)
        expectOwner()
    }

    private func flipBit(of path: String, at offset: UInt64) throws {
        let file = try FileHandle(forUpdating: URL(filePath: path))
        try file.seek(toOffset: offset)
        let byte = try #require(try file.read(upToCount: 1)?.first)
        try file.seek(toOffset: offset)
        try file.write(contentsOf: Data([byte ^ 1]))
        try file.close()
    }
}
