import CardeaSQLCore
import CardeaThreads

extension OSThread {
    /// Starts a thread without waiting for its end.
    static func start(_ name: StaticString, _ body: @escaping @Sendable () -> Void) throws(SQLError) {
        do { try detach(name, body) } catch { throw .noThread }
    }

    /// Starts a thread that the caller joins.
    static func joinable(
        _ name: StaticString,
        _ body: @escaping @Sendable () -> Void
    ) throws(SQLError) -> OSThread {
        do { return try OSThread(name, body) } catch { throw .noThread }
    }
}

extension SQLError {
    fileprivate static var noThread: SQLError { .unavailable("No thread could be started.") }
}
