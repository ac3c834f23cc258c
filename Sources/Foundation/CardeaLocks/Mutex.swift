/// The standard library's `Mutex` and atomics.
///
/// On Apple systems, and in a build for ThreadSanitizer, the `Mutex` in `SystemMutex.swift` hides the standard library's.
@_exported import Synchronization
