#if THREAD_SANITIZER || canImport(Darwin)
#if canImport(Darwin)
import os
#else
import Foundation
#endif

/// A lock in the shape of `Synchronization.Mutex`.
///
/// On Apple systems the standard library's own needs iOS 18 or macOS 15; this one is a lock of the system (decision
/// 0024). On Linux it is for ThreadSanitizer: the slow path of the standard library's lock is not instrumented.
/// ThreadSanitizer would report each contended lock as a race.
package final class Mutex<Value>: Sendable {
    #if canImport(Darwin)
    private let lock = OSAllocatedUnfairLock()
    #else
    private let lock = NSLock()
    #endif
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
        guard acquiresAtOnce() else { return nil }
        defer { lock.unlock() }
        return try unsafe body(&value)
    }

    private func acquiresAtOnce() -> Bool {
        #if canImport(Darwin)
        lock.lockIfAvailable()
        #else
        lock.try()
        #endif
    }
}

extension Mutex: CustomReflectable {
    /// An empty mirror: like the standard library's, it does not print the value.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
#endif
