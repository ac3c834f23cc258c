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

public protocol ASAuthorizationCredential: NSObjectProtocol {}

open class ASAuthorization: NSObject {
    public struct Scope: Hashable, RawRepresentable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let fullName = Scope(rawValue: "full_name")
        public static let email = Scope(rawValue: "email")
    }

    open var credential: any ASAuthorizationCredential { fatalError() }
}

open class ASAuthorizationAppleIDCredential: NSObject, ASAuthorizationCredential {
    open var user: String { fatalError() }
    open var identityToken: Data? { fatalError() }
    open var authorizationCode: Data? { fatalError() }
    open var fullName: PersonNameComponents? { fatalError() }
}

open class ASAuthorizationRequest: NSObject {}

open class ASAuthorizationOpenIDRequest: ASAuthorizationRequest {
    open var requestedScopes: [ASAuthorization.Scope]?
    open var nonce: String?
}

open class ASAuthorizationAppleIDRequest: ASAuthorizationOpenIDRequest {}

open class ASAuthorizationAppleIDProvider: NSObject {
    open func createRequest() -> ASAuthorizationAppleIDRequest { fatalError() }
}

public struct ASAuthorizationError: Error {
    public enum Code: Int, Sendable {
        case unknown = 1000
        case canceled, invalidResponse, notHandled, failed
    }

    public var code: Code { fatalError() }
}

open class ASAuthorizationController: NSObject {
    public init(authorizationRequests: [ASAuthorizationRequest]) { fatalError() }
    open weak var delegate: (any ASAuthorizationControllerDelegate)? {
        get { fatalError() }
        set { fatalError() }
    }
    #if !os(watchOS)
    open weak var presentationContextProvider: (any ASAuthorizationControllerPresentationContextProviding)? {
        get { fatalError() }
        set { fatalError() }
    }
    #endif
    open func performRequests() { fatalError() }
    open func cancel() { fatalError() }
}

// As above: older SDKs leave the requirements nonisolated. The methods of the delegate are optional in the SDK.
#if os(macOS)
public protocol ASAuthorizationControllerDelegate: NSObjectProtocol {
    func authorizationController(
        controller: ASAuthorizationController,
        didCompleteWithAuthorization authorization: ASAuthorization
    )
    func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error)
}
public protocol ASAuthorizationControllerPresentationContextProviding: NSObjectProtocol {
    func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor
}
#else
@MainActor public protocol ASAuthorizationControllerDelegate: NSObjectProtocol {
    func authorizationController(
        controller: ASAuthorizationController,
        didCompleteWithAuthorization authorization: ASAuthorization
    )
    func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error)
}
#if !os(watchOS)
@MainActor public protocol ASAuthorizationControllerPresentationContextProviding: NSObjectProtocol {
    func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor
}
#endif
#endif
