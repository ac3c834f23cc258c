/// The standard library's `Mutex` and atomics.
///
/// In a build for ThreadSanitizer, the `Mutex` in `SanitizedMutex.swift` hides the standard library's.
@_exported import Synchronization
