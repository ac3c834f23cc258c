import Foundation
import CardeaLocks

#if canImport(UIKit) && !os(watchOS)
import UIKit
#elseif canImport(AppKit)
import AppKit
#endif

/// The state that the system reports: on iOS, tvOS and visionOS, an app is active unless it is in the background; on
/// macOS, unless the computer sleeps; on other systems, always.
package struct SystemActivity: ActivityMonitor {
    /// Creates a monitor.
    package init() {}

    /// The current state, and each later one.
    package var activity: AsyncStream<Bool> {
        #if canImport(UIKit) && !os(watchOS)
        NotificationActivity(
            center: .default,
            begins: UIApplication.willEnterForegroundNotification,
            ends: UIApplication.didEnterBackgroundNotification,
            // An app may be started in the background.
            isActive: { UIApplication.running?.applicationState != .background }
        ).activity
        #elseif canImport(AppKit)
        NotificationActivity(
            center: NSWorkspace.shared.notificationCenter,
            begins: NSWorkspace.didWakeNotification,
            ends: NSWorkspace.willSleepNotification,
            isActive: { true }
        ).activity
        #else
        AlwaysActive().activity
        #endif
    }
}

/// Takes the app for active as it says itself at first, and then between one notification and another.
struct NotificationActivity {
    let center: NotificationCenter
    let begins: Notification.Name
    let ends: Notification.Name
    /// Asked once, on the actor that the notifications are posted on: none comes between the response and its reporting.
    let isActive: @MainActor @Sendable () -> Bool

    var activity: AsyncStream<Bool> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let tokens = Mutex(
                [(begins, true), (ends, false)].map { name, isActive in
                    center.addObserver(forName: name, object: nil, queue: nil) { _ in
                        continuation.yield(isActive)
                    }
                }
            )
            Task { @MainActor [isActive] in continuation.yield(isActive()) }
            continuation.onTermination = { [center] _ in
                tokens.withLock { tokens in tokens.forEach { center.removeObserver($0) } }
            }
        }
    }
}
