import Foundation

/// A file that this process has open, as another has it that is being started just now: until it has become its program.
package final class InheritedFile {
    private let descriptor: Int32
    /// Whether the program itself has it open, too.
    package let isKept: Bool

    /// Finds a file among those that are open.
    package init(at path: String) throws {
        let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap(Int32.init)
        let path = URL(filePath: path).resolvingSymlinksInPath().path
        guard
            let original = open.first(where: { number in
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)"))
                    == path
            })
        else { throw CocoaError(.fileNoSuchFile) }
        isKept = fcntl(original, F_GETFD) & FD_CLOEXEC == 0
        descriptor = dup(original)
    }

    deinit { close(descriptor) }
}
