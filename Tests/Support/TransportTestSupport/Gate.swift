import Dispatch

/// Holds a server's thread until a test lets it go on.
package final class Gate: Sendable {
    private let permits = DispatchSemaphore(value: 0)

    package init() {}

    /// Ends one wait.
    package func open() { permits.signal() }

    /// Blocks the thread until the gate has been opened for it.
    package func wait() { permits.wait() }
}
