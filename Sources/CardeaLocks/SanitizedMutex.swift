#if THREAD_SANITIZER
import Foundation

/// A lock that ThreadSanitizer can follow, in the shape of `Synchronization.Mutex`.
///
/// The slow path of the standard library's own is not instrumented: each contended lock would be reported as a race.
package final class Mutex<Value>: Sendable {
    private let lock = NSLock()
    nonisolated(unsafe) private var value: Value

    package init(_ value: consuming sending Value) { unsafe self.value = value }

    /// Runs the body with the value, once no other body has it.
    package func withLock<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        lock.lock()
        defer { lock.unlock() }
        return try unsafe body(&value)
    }

    /// Runs the body with the value; returns `nil` at once if another thread has the lock.
    package func withLockIfAvailable<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result? {
        guard lock.try() else { return nil }
        defer { lock.unlock() }
        return try unsafe body(&value)
    }
}

extension Mutex: CustomReflectable {
    /// An empty mirror: like the standard library's, it does not print the value.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
#endif
