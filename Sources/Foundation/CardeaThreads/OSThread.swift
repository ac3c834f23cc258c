import CCardeaLinux
import Glibc

/// A thread of the operating system, for work that blocks.
package final class OSThread: Sendable {
    /// The share of the processor time that a thread gets.
    package enum Priority: Sendable {
        case normal
        /// The time that other threads leave.
        case lowest
    }

    /// The system has no further thread.
    package struct StartError: Error {}

    private final class Start {
        let name: StaticString
        let priority: Priority
        let body: @Sendable () -> Void

        init(_ name: StaticString, _ priority: Priority, _ body: @escaping @Sendable () -> Void) {
            self.name = name
            self.priority = priority
            self.body = body
        }

        func run() {
            name.withUTF8Buffer { name in
                var bytes = unsafe name.prefix(15).map { CChar(bitPattern: $0) }
                bytes.append(0)
                unsafe cardea_name_thread(bytes)
            }
            if priority == .lowest {
                _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(cardea_gettid()), 19)
            }
            body()
        }
    }

    private let handle: pthread_t

    /// Starts a thread; `join` must be called once.
    ///
    /// - Parameters:
    ///   - name: The name that tools show; the system keeps 15 bytes of it.
    ///   - priority: Its share of the processor time.
    ///   - body: The work. The thread ends when it returns.
    /// - Throws: `StartError` if the system has no further thread.
    package init(
        _ name: StaticString,
        priority: Priority = .normal,
        _ body: @escaping @Sendable () -> Void
    ) throws(StartError) {
        handle = try Self.create(Start(name, priority, body))
    }

    /// Waits for the end of the thread; it can be called once.
    package func join() { pthread_join(handle, nil) }

    /// Starts a thread without waiting for its end.
    ///
    /// - Parameters:
    ///   - name: The name that tools show; the system keeps 15 bytes of it.
    ///   - priority: Its share of the processor time.
    ///   - body: The work. The thread ends when it returns.
    /// - Throws: `StartError` if the system has no further thread.
    package static func detach(
        _ name: StaticString,
        priority: Priority = .normal,
        _ body: @escaping @Sendable () -> Void
    ) throws(StartError) {
        pthread_detach(try create(Start(name, priority, body)))
    }

    /// Lets other threads run that wait for the processor of the calling thread.
    package static func yield() { sched_yield() }

    /// Blocks the calling thread for a time.
    package static func sleep(_ time: Duration) { usleep(UInt32(time / .microseconds(1))) }

    private static func create(_ start: Start) throws(StartError) -> pthread_t {
        let context = unsafe Unmanaged.passRetained(start)
        var handle = pthread_t()
        let code = unsafe pthread_create(
            &handle,
            nil,
            { context in
                if let context = unsafe context {
                    unsafe Unmanaged<Start>.fromOpaque(context).takeRetainedValue().run()
                }
                return nil
            },
            context.toOpaque()
        )
        guard code == 0 else {
            unsafe context.release()
            throw StartError()
        }
        return handle
    }
}
