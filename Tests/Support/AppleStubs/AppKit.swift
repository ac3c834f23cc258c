// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import AppleFoundation

@MainActor open class NSResponder: NSObject, @unchecked Sendable {}

@MainActor open class NSWindow: NSResponder, @unchecked Sendable {}

open class NSWorkspace: NSObject {
    public class var shared: NSWorkspace { fatalError() }
    public var notificationCenter: NotificationCenter { fatalError() }

    public class var didWakeNotification: NSNotification.Name { fatalError() }
    public class var willSleepNotification: NSNotification.Name { fatalError() }
}
