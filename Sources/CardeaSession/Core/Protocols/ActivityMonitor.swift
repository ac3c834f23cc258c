/// Tells whether the app is being used, so that nothing is refreshed ahead of need while it is not.
public protocol ActivityMonitor: Sendable {
    /// Whether the app is active: the present answer first, then every change.
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

/// Refreshes by a timer, before any request needs them.
public struct RefreshAhead: Sendable {
    /// While the app is not active, no timer runs; what became due meanwhile is done when it is active again.
    public var activity: any ActivityMonitor

    /// Creates a timer's settings.
    ///
    /// - Parameter activity: Tells whether the app is active; defaults to by what the system says of it,.
    public init(activity: (any ActivityMonitor)? = nil) {
        self.activity = activity ?? SystemActivity()
    }

    /// The timer always runs: for programs without a foreground.
    public static var always: Self { Self(activity: AlwaysActive()) }
}
