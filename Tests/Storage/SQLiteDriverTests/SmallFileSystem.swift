import Foundation
import Glibc

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
        try mount("size=1m")
    }

    deinit { unsafe umount2(path, Int32(MNT_DETACH)) }

    func grow() throws { try mount("size=8m", Int(MS_REMOUNT)) }
    func makeReadOnly() throws { try mount("size=8m", Int(MS_REMOUNT), Int(MS_RDONLY)) }

    /// By the call itself: `Process` may wait for a command's end in vain where other tests start programs, too.
    private func mount(_ options: String, _ flags: Int...) throws {
        let flags = flags.reduce(0) { $0 | UInt($1) }
        // A program that another test starts has the descriptors of this process until it is loaded.
        for _ in 0..<1000 {
            if unsafe Glibc.mount("none", path, "tmpfs", flags, options) == 0 { return }
            guard errno == EBUSY else { break }
            usleep(10_000)
        }
        throw Failure()
    }
}
