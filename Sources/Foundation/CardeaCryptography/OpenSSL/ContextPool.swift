#if canImport(CCardeaOpenSSL)
import CardeaLocks

/// A pool of contexts that only one thread at a time may use; it grows to the largest number in use at once.
///
/// A context contains what is expensive to create: a parsed key, a keyed state.
final class ContextPool<Context: AnyObject & Sendable>: Sendable {
    private let idle = Mutex<[Context]>([])
    private let make: @Sendable () -> Context?

    init(_ make: @escaping @Sendable () -> Context?) {
        self.make = make
    }

    /// - Returns: The result of `body`, or `nil` if creating a context failed.
    func withContext<Result>(_ body: (Context) -> Result?) -> Result? {
        guard let context = idle.withLock({ $0.popLast() }) ?? make() else { return nil }
        defer { idle.withLock { $0.append(context) } }
        return body(context)
    }
}
#endif
