#if canImport(UIKit) && !os(watchOS)
import Foundation
import UIKit
#endif

/// Whether the system can open what it keeps under the user's passcode.
package enum ProtectedData {
    /// On iOS, tvOS and visionOS what the application says; true elsewhere, and in an app extension, which has none to ask.
    package static var isAvailable: Bool {
        get async {
            #if canImport(UIKit) && !os(watchOS)
            await MainActor.run { UIApplication.running?.isProtectedDataAvailable ?? true }
            #else
            true
            #endif
        }
    }
}

#if canImport(UIKit) && !os(watchOS)
extension UIApplication {
    /// The application; `nil` in an app extension, where code may not even name `shared`.
    static var running: UIApplication? {
        if Bundle.main.bundlePath.hasSuffix(".appex") { return nil }
        return UIApplication.value(forKeyPath: "sharedApplication") as? UIApplication
    }
}
#endif
