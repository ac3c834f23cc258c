#if canImport(CCardeaOpenSSL)
import CardeaLocks

/// Lends contexts that only one thread at a time may use; holds as many as were ever used at once.
///
/// A context keeps what is costly to make: a parsed key, a keyed state.
final class ContextPool<Context: AnyObject & Sendable>: Sendable {
    private let idle = Mutex<[Context]>([])
    private let make: @Sendable () -> Context?

    init(_ make: @escaping @Sendable () -> Context?) {
        self.make = make
    }

    /// - Returns: What `body` returns, or `nil` when no context could be made.
    func withContext<Result>(_ body: (Context) -> Result?) -> Result? {
        guard let context = idle.withLock({ $0.popLast() }) ?? make() else { return nil }
        defer { idle.withLock { $0.append(context) } }
        return body(context)
    }
}
#endif
