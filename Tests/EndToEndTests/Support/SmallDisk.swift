import Foundation
import Glibc

/// A file system of 8 MiB in memory, unmounted when the last reference is gone; for those who may mount one.
final class SmallDisk {
    struct Failure: Error {}

    private let directory: TemporaryDirectory
    var path: String { directory.path }

    init() throws {
        directory = try TemporaryDirectory()
        guard unsafe mount("none", directory.path, "tmpfs", 0, "size=8m") == 0 else { throw Failure() }
    }

    deinit { unsafe umount2(path, Int32(MNT_DETACH)) }

    /// Uses all the space.
    func fill() throws {
        let file = try directory.file("filler", "")
        let handle = try FileHandle(forWritingTo: URL(filePath: file))
        for size in [65_536, 4096] {
            while (try? handle.write(contentsOf: Data(repeating: 1, count: size))) != nil {}
        }
    }

    func empty() throws { try FileManager.default.removeItem(atPath: path + "/filler") }
}
