/// `Mutex`, and the atomics beside it, as the standard library has them.
///
/// Only in a build for ThreadSanitizer another `Mutex` of this room stands before it: `SanitizedMutex.swift`.
@_exported import Synchronization
