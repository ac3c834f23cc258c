/// Tells whether the app is active, so that nothing is refreshed ahead of need while it is not.
package protocol ActivityMonitor: Sendable {
    /// Whether the app is active: the current state first, then every change.
    var activity: AsyncStream<Bool> { get }
}

/// Takes the app for active at all times: for programs without a foreground.
package struct AlwaysActive: ActivityMonitor {
    package init() {}

    /// Active, and never anything else.
    package var activity: AsyncStream<Bool> {
        AsyncStream { $0.yield(true) }
    }
}

private struct ClosureActivity: ActivityMonitor {
    let makeActivity: @Sendable () -> AsyncStream<Bool>

    var activity: AsyncStream<Bool> { makeActivity() }
}

/// Refreshes by a timer, before any request needs them.
///
/// While the app is not active, no timer runs. A refresh that became due meanwhile starts when it is active again.
public struct RefreshAhead: Sendable {
    package var activity: any ActivityMonitor

    package init(activity: any ActivityMonitor) {
        self.activity = activity
    }

    /// Creates a timer that runs while the system says that the app is active.
    public init() {
        self.init(activity: SystemActivity())
    }

    /// Creates a timer that runs while the app says that it is active.
    ///
    /// - Parameter activity: Called once by each engine; the stream reports whether the app is active: the current state
    ///   first, then every change.
    public init(whileActive activity: @escaping @Sendable () -> AsyncStream<Bool>) {
        self.init(activity: ClosureActivity(makeActivity: activity))
    }

    /// The timer always runs: for programs without a foreground.
    public static var always: Self { Self(activity: AlwaysActive()) }
}
