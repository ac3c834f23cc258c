internal import Glibc
internal import CardeaSQLCore

/// A thread of the operating system, for work that blocks.
final class Thread: Sendable {
    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    private let handle: pthread_t

    /// Starts a thread that ends when `body` does.
    init(_ body: @escaping @Sendable () -> Void) throws(SQLError) {
        let context = unsafe Unmanaged.passRetained(Body(body)).toOpaque()
        guard let handle = unsafe Self.create(context) else {
            unsafe Unmanaged<Body>.fromOpaque(context).release()
            throw .unavailable("No thread could be started.")
        }
        self.handle = handle
    }

    /// Waits for the end of the thread; call it once at most.
    func join() { pthread_join(handle, nil) }

    /// Lets the thread free its resources itself when it ends, in place of `join`.
    func detach() { pthread_detach(handle) }

    private static func create(_ context: UnsafeMutableRawPointer) -> pthread_t? {
        var handle = pthread_t()
        let code = unsafe pthread_create(&handle, nil, { unsafe Thread.run($0) }, context)
        return code == 0 ? handle : nil
    }

    private static func run(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        if let context = unsafe context {
            unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
        }
        return nil
    }
}
