import Foundation
import Locks

#if canImport(UIKit) && !os(watchOS)
import UIKit
#elseif canImport(AppKit)
import AppKit
#endif

/// What the system says: on iOS, tvOS and visionOS an app is active unless it is in the background, on macOS unless
/// the computer sleeps, elsewhere always.
///
/// The part for Apple systems is not compiled by this project's CI.
public struct SystemActivity: ActivityMonitor {
    /// Creates a monitor.
    public init() {}

    /// What the system says now, and from then on.
    public var activity: AsyncStream<Bool> {
        #if canImport(UIKit) && !os(watchOS)
        NotificationActivity(
            center: .default,
            begins: UIApplication.willEnterForegroundNotification,
            ends: UIApplication.didEnterBackgroundNotification
        ).activity
        #elseif canImport(AppKit)
        NotificationActivity(
            center: NSWorkspace.shared.notificationCenter,
            begins: NSWorkspace.didWakeNotification,
            ends: NSWorkspace.willSleepNotification
        ).activity
        #else
        AlwaysActive().activity
        #endif
    }
}

/// Takes the app for active between one notification and another, and before the first of them.
struct NotificationActivity {
    let center: NotificationCenter
    let begins: Notification.Name
    let ends: Notification.Name

    var activity: AsyncStream<Bool> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            continuation.yield(true)
            let tokens = Mutex(
                [(begins, true), (ends, false)].map { name, isActive in
                    center.addObserver(forName: name, object: nil, queue: nil) { _ in
                        continuation.yield(isActive)
                    }
                }
            )
            continuation.onTermination = { [center] _ in
                tokens.withLock { tokens in tokens.forEach { center.removeObserver($0) } }
            }
        }
    }
}
