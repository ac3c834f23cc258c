#if canImport(AuthenticationServices) && !os(tvOS) && !os(watchOS)
public import AuthenticationServices
public import Foundation

/// The system's sign-in sheet, which shares cookies with the browser.
///
/// For iOS, Mac Catalyst, macOS and visionOS. tvOS and watchOS have no such sheet that an app can place.
public struct WebAuthenticationUserAgent: ExternalUserAgent {
    private let redirect: URL
    private let place: WebCallback
    private let isPrivate: Bool
    private let anchor: @MainActor @Sendable () -> ASPresentationAnchor

    /// Creates an agent; `nil` for a redirect address that the sheet cannot come back from.
    ///
    /// - Parameters:
    ///   - redirect: The redirect address, in a scheme of the app's own such as `com.example.app:/callback`
    ///     (RFC 8252 §7.1), or of `https` at a host that the app is associated with (§7.2).
    ///   - isPrivate: Whether the page sees none of the browser's cookies, so that nobody is signed in yet.
    ///   - anchor: The window that the sheet belongs to.
    public init?(
        redirect: URL,
        isPrivate: Bool = false,
        anchor: @escaping @MainActor @Sendable () -> ASPresentationAnchor
    ) {
        guard let place = WebCallback(redirect) else { return nil }
        self.redirect = redirect
        self.place = place
        self.isPrivate = isPrivate
        self.anchor = anchor
    }

    /// Shows the sheet, and waits for its callback.
    public func authorize(
        _ request: @Sendable (_ redirect: URL) -> AuthorizationRequest
    ) async throws(SignInError) -> (request: AuthorizationRequest, callback: URL) {
        let request = request(redirect)
        let sheet = await SignInSheet { [page = request.url, place, isPrivate, anchor] completion in
            SystemSheet(page, place, isPrivate: isPrivate, anchor: anchor, completion)
        }
        return (request, try await sheet.callback().get())
    }
}

/// The sheet and the window that it belongs to.
@MainActor
private final class SystemSheet: NSObject, WebSheet, ASWebAuthenticationPresentationContextProviding {
    private let session: ASWebAuthenticationSession
    private let anchor: @MainActor @Sendable () -> ASPresentationAnchor

    init(
        _ page: URL,
        _ place: WebCallback,
        isPrivate: Bool,
        anchor: @escaping @MainActor @Sendable () -> ASPresentationAnchor,
        _ completion: @escaping SignInSheet.Completion
    ) {
        session = ASWebAuthenticationSession(
            url: page,
            callback: .make(place),
            completionHandler: completion
        )
        self.anchor = anchor
        super.init()
        session.prefersEphemeralWebBrowserSession = isPrivate
        session.presentationContextProvider = self
    }

    func start() -> Bool { session.start() }

    func cancel() { session.cancel() }

    // The system asks on the main thread, whether the SDK says so or not.
    nonisolated func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor {
        MainActor.assumeIsolated { anchor() }
    }
}

extension ASWebAuthenticationSession.Callback {
    fileprivate static func make(_ place: WebCallback) -> ASWebAuthenticationSession.Callback {
        switch place {
        case .customScheme(let scheme): .customScheme(scheme)
        case .https(let host, let path): .https(host: host, path: path)
        }
    }
}
#endif
