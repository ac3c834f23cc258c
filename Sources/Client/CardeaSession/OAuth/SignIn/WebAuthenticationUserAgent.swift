#if canImport(AuthenticationServices) && !os(tvOS) && !os(watchOS)
public import AuthenticationServices
public import Foundation

extension ExternalUserAgent {
    /// The system's sign-in sheet, which shares cookies with the browser; `nil` for a redirect address from which the sheet
    /// cannot come back.
    ///
    /// For iOS, Mac Catalyst, macOS and visionOS. tvOS and watchOS have no such sheet that an app can place. An `https`
    /// address needs iOS 17.4 or macOS 14.4.
    ///
    /// - Parameters:
    ///   - redirect: The redirect address. Its scheme is custom, such as `com.example.app:/callback` (RFC 8252 §7.1),
    ///     or `https` at a host that is associated with the app (§7.2).
    ///   - isPrivate: Whether the page sees none of the browser's cookies, so that no user is signed in yet.
    ///   - anchor: The window that the sheet belongs to.
    /// - Returns: The agent.
    public static func webAuthentication(
        redirect: URL,
        isPrivate: Bool = false,
        anchor: @escaping @MainActor @Sendable () -> ASPresentationAnchor
    ) -> ExternalUserAgent? {
        guard let place = WebCallback(redirect), place.isSupported else { return nil }
        return Self(
            WebAuthenticationAgent(redirect: redirect, place: place, isPrivate: isPrivate, anchor: anchor)
        )
    }
}

private struct WebAuthenticationAgent: SignInAgent, CallbackReceiver {
    let redirect: URL
    let place: WebCallback
    let isPrivate: Bool
    let anchor: @MainActor @Sendable () -> ASPresentationAnchor

    func receiver() -> any CallbackReceiver { self }

    /// Shows the sheet, and waits for its callback.
    func callback(to request: any BrowserRequest) async throws(SignInError) -> URL {
        let sheet = await SignInSheet { [page = request.url, place, isPrivate, anchor] completion in
            SystemSheet(page, place, isPrivate: isPrivate, anchor: anchor, completion)
        }
        return try await sheet.callback().get()
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
        if #available(macOS 14.4, iOS 17.4, macCatalyst 17.4, visionOS 1.1, *) {
            session = ASWebAuthenticationSession(
                url: page,
                callback: .make(place),
                completionHandler: completion
            )
        } else {
            session = ASWebAuthenticationSession(
                url: page,
                callbackURLScheme: place.scheme,
                completionHandler: completion
            )
        }
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

extension WebCallback {
    /// Whether the sheet can come back from this address on this system.
    fileprivate var isSupported: Bool {
        guard case .https = self else { return true }
        if #available(macOS 14.4, iOS 17.4, macCatalyst 17.4, visionOS 1.1, *) { return true }
        return false
    }

    fileprivate var scheme: String {
        switch self {
        case .customScheme(let scheme): scheme
        case .https: "https"
        }
    }
}

@available(macOS 14.4, iOS 17.4, macCatalyst 17.4, visionOS 1.1, *)
extension ASWebAuthenticationSession.Callback {
    fileprivate static func make(_ place: WebCallback) -> ASWebAuthenticationSession.Callback {
        switch place {
        case .customScheme(let scheme): .customScheme(scheme)
        case .https(let host, let path): .https(host: host, path: path)
        }
    }
}
#endif
