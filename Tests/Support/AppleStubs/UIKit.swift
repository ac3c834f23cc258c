// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import AppleFoundation

@MainActor open class UIResponder: NSObject, @unchecked Sendable {}

@MainActor open class UIView: UIResponder, @unchecked Sendable {}

@MainActor open class UIWindow: UIView, @unchecked Sendable {}

@MainActor open class UIApplication: UIResponder, @unchecked Sendable {
    public enum State: Int, Sendable { case active, inactive, background }

    public var applicationState: State { fatalError() }
    public var isProtectedDataAvailable: Bool { fatalError() }

    public nonisolated class var willEnterForegroundNotification: NSNotification.Name { fatalError() }
    public nonisolated class var didEnterBackgroundNotification: NSNotification.Name { fatalError() }
}

#if !os(watchOS)
@MainActor open class UIScene: UIResponder, @unchecked Sendable {}

@MainActor open class UIWindowScene: UIScene, @unchecked Sendable {
    public var keyWindow: UIWindow? { fatalError() }
}

extension UIApplication {
    public class var shared: UIApplication { fatalError() }
    public var connectedScenes: Set<UIScene> { fatalError() }
}
#endif
