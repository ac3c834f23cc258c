import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A lock between processes, and between tasks of one: `flock` on a file that is never deleted.
///
/// The kernel frees it when its holder dies. Waiting polls, because a blocked thread could not be cancelled.
package struct FileLock: Sendable {
    private static let shortestPause = Duration.milliseconds(1)
    private static let longestPause = Duration.milliseconds(50)

    private let directory: PrivateDirectory
    private let name: String

    package init(_ directory: PrivateDirectory, _ name: String) {
        self.directory = directory
        self.name = name
    }

    /// Whether the lock was ever taken.
    var exists: Bool { directory.contains(name) }

    /// Runs `body` while no one else holds the lock.
    ///
    /// - Throws: The error of `body`; `cancelled` if the task was cancelled while it waited.
    package func withLock<Result: Sendable>(
        _ body: () async throws(StoreError) -> Result
    ) async throws(StoreError) -> Result {
        let access = try await exclusiveAccess()
        defer { access.end() }
        return try await body()
    }

    /// Waits for the lock, and holds it until the returned access is ended.
    ///
    /// - Throws: `StoreError`; `cancelled` when the task was cancelled while waiting.
    package func exclusiveAccess() async throws(StoreError) -> ExclusiveAccess {
        let handle = try open()
        let access = ExclusiveAccess {
            // Closing is not enough: a child process inherits the open file until it starts its program.
            flock(handle.fileDescriptor, LOCK_UN)
            try? handle.close()
        }
        var pause = Self.shortestPause
        while flock(handle.fileDescriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else {
                throw StoreError(.failed, "\(name): cannot be locked")
            }
            do {
                try await Task.sleep(for: pause)
            } catch {
                throw StoreError(.cancelled)
            }
            pause = min(pause * 2, Self.longestPause)
        }
        return access
    }

    /// Opens the file, made if it is not there; a process started meanwhile does not inherit it.
    private func open() throws(StoreError) -> FileHandle {
        let file = directory.file(name)
        do {
            do {
                try Data().write(to: file, options: .withoutOverwriting)
            } catch let error as CocoaError where error.code == .fileWriteFileExists {}
            let handle = try FileHandle(forUpdating: file)
            _ = fcntl(handle.fileDescriptor, F_SETFD, FD_CLOEXEC)
            return handle
        } catch {
            throw StoreError(error, at: file)
        }
    }
}
