import Foundation

/// Asks the system for time to finish what must not be cut off in the middle.
///
/// A refresh holds the store's lock while its response is on the way. A process that is suspended in that state keeps all
/// others waiting, and iOS ends it for that.
package protocol BackgroundTime: Sendable {
    /// Asks for time.
    ///
    /// - Parameter onExpiry: Called when the time has ended, before the process is suspended: what was begun is given up.
    /// - Returns: Called once, when nothing is held any more.
    func begin(onExpiry: @escaping @Sendable () -> Void) -> @Sendable () -> Void
}

/// The time of the system: on iOS, tvOS, watchOS and visionOS an expiring activity, which apps and their extensions have
/// alike; elsewhere no process is suspended, and all the time there is.
package struct SystemBackgroundTime: BackgroundTime {
    /// Creates what asks the system.
    package init() {}

    /// Asks the system.
    package func begin(onExpiry: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
        let work = DispatchGroup()
        work.enter()
        ProcessInfo.processInfo.performExpiringActivity(withReason: "refreshing a session") { isExpired in
            if isExpired { onExpiry() }
            // The system counts the time until this returns.
            work.wait()
        }
        return { work.leave() }
        #else
        return {}
        #endif
    }
}
