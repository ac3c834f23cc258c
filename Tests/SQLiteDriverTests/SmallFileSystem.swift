import Foundation

/// A file system of 1 MiB in memory, unmounted when the last reference is gone; for those who may mount one.
final class SmallFileSystem {
    struct Failure: Error {}

    static var isMountable: Bool {
        get throws { (try? SmallFileSystem()) != nil }
    }

    private let directory = TemporaryDirectory()
    var path: String { directory.path }

    init() throws {
        try FileManager.default.createDirectory(atPath: directory.path, withIntermediateDirectories: true)
        try Self.run("mount", "-t", "tmpfs", "-o", "size=1m", "none", directory.path)
    }

    deinit { try? Self.run("umount", path) }

    func remount(_ options: String) throws { try Self.run("mount", "-o", "remount,\(options)", path) }

    private static func run(_ command: String...) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure() }
    }
}
