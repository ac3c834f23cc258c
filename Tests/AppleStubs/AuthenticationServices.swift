// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import AppleFoundation

#if os(macOS)
import AppKit
public typealias ASPresentationAnchor = NSWindow
#elseif !os(watchOS)
import UIKit
public typealias ASPresentationAnchor = UIWindow
#endif

public struct ASWebAuthenticationSessionError: Error {
    public enum Code: Int, Sendable {
        case canceledLogin = 1
        case presentationContextNotProvided, presentationContextInvalid
    }

    public var code: Code { fatalError() }
}

open class ASWebAuthenticationSession: NSObject {
    /// Called on any thread, though the type does not say `@Sendable`.
    public typealias CompletionHandler = (URL?, (any Error)?) -> Void

    open class Callback: NSObject {
        public class func customScheme(_ customScheme: String) -> Self { fatalError() }
        public class func https(host: String, path: String) -> Self { fatalError() }
    }

    public init(
        url: URL,
        callback: ASWebAuthenticationSession.Callback,
        completionHandler: @escaping ASWebAuthenticationSession.CompletionHandler
    ) { fatalError() }

    public init(
        url: URL,
        callbackURLScheme: String?,
        completionHandler: @escaping ASWebAuthenticationSession.CompletionHandler
    ) { fatalError() }

    #if !os(tvOS) && !os(watchOS)
    open weak var presentationContextProvider: (any ASWebAuthenticationPresentationContextProviding)? {
        get { fatalError() }
        set { fatalError() }
    }
    #endif
    #if !os(tvOS)
    open var prefersEphemeralWebBrowserSession: Bool {
        get { fatalError() }
        set { fatalError() }
    }
    #endif

    @discardableResult open func start() -> Bool { fatalError() }
    open func cancel() { fatalError() }
}

// The SDKs of Xcode 16 leave the requirement nonisolated, later ones put it on the main actor; both must be met.
#if os(macOS)
public protocol ASWebAuthenticationPresentationContextProviding: NSObjectProtocol {
    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor
}
#elseif !os(tvOS) && !os(watchOS)
@MainActor public protocol ASWebAuthenticationPresentationContextProviding: NSObjectProtocol {
    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor
}
#endif
