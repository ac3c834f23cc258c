import Foundation
import CardeaLocks

/// A socket at which connections arrive, until it is stopped.
final class Listener: Sendable {
    private let descriptor: Int32
    private let isStopped = Mutex(false)

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Stops accepting connections, and frees the port.
    ///
    /// The descriptor's number stays in use: otherwise the accepting thread, which may not have begun yet, would
    /// accept connections of the next socket with this number.
    func stop() {
        isStopped.withLock { isStopped in
            if !isStopped { shutdown(descriptor, Int32(SHUT_RDWR)) }
            isStopped = true
        }
    }

    /// Hands each connection over, until the listener is stopped; to be called once, by the thread that accepts.
    func acceptAll(_ take: (Int32) -> Void) {
        while !isStopped.withLock({ $0 }) {
            let connection = accept(descriptor, nil, nil)
            if connection >= 0 {
                take(connection)
            } else {
                // A connection that is gone already, or no descriptor left for now: the next may come through.
                Thread.sleep(forTimeInterval: 0.001)
            }
        }
        close(descriptor)
    }
}
