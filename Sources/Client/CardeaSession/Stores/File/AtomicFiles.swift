import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

extension FileManager {
    /// Moves a file over another one of the same directory, at one stroke; `replaceItemAt` cannot on Linux.
    ///
    /// - Returns: Whether that was possible.
    func moveAtomically(_ source: URL, over target: URL) -> Bool {
        let (from, to) = (source.path(percentEncoded: false), target.path(percentEncoded: false))
        return unsafe rename(from, to) == 0
    }

    /// Creates a directory that only this user may enter at any time; `createDirectory` closes it when it is made.
    ///
    /// - Returns: Whether that was possible.
    func makePrivateDirectory(_ directory: URL) -> Bool {
        unsafe mkdir(directory.path(percentEncoded: false), 0o700) == 0
    }
}
