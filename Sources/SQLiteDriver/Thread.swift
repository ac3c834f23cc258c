#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif
internal import SQLCore

/// A thread of the operating system, for work that blocks.
enum Thread {
    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Runs `body` on a thread of its own, which ends with it.
    static func start(_ body: @escaping @Sendable () -> Void) throws(SQLError) {
        let context = unsafe Unmanaged.passRetained(Body(body)).toOpaque()
        let code = unsafe create(context)
        guard code == 0 else {
            unsafe Unmanaged<Body>.fromOpaque(context).release()
            throw .unavailable("No thread could be started: \(unsafe String(cString: strerror(code)))")
        }
    }

    private static func create(_ context: UnsafeMutableRawPointer) -> Int32 {
        #if canImport(Glibc)
        var thread = pthread_t()
        let code = unsafe pthread_create(&thread, nil, { unsafe Thread.run($0) }, context)
        if code == 0 { pthread_detach(thread) }
        #else
        var thread: pthread_t?
        let code = unsafe pthread_create(&thread, nil, { unsafe Thread.run($0) }, context)
        if let thread = unsafe thread { unsafe pthread_detach(thread) }
        #endif
        return code
    }

    private static func run(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        if let context = unsafe context {
            unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
        }
        return nil
    }
}
