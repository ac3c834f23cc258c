#if canImport(AuthenticationServices) && !os(watchOS)
public import AuthenticationServices
public import Foundation

/// The system's sign-in sheet, which shares cookies with the browser: for Apple systems.
///
/// Not compiled by this project's CI; what it decides is in `AuthorizationRequest` and `WebCallback`, which are tested on Linux.
public struct WebAuthenticationUserAgent: UserAgent {
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
        let sheet = await SignInSheet(request.url, place, isPrivate: isPrivate, anchor: anchor)
        return (request, try await sheet.callback().get())
    }
}

/// One showing of the sheet.
@MainActor
private final class SignInSheet: NSObject, ASWebAuthenticationPresentationContextProviding {
    private let page: URL
    private let place: WebCallback
    private let isPrivate: Bool
    private let anchor: @MainActor () -> ASPresentationAnchor
    private var session: ASWebAuthenticationSession?
    private var continuation: CheckedContinuation<Result<URL, SignInError>, Never>?

    init(
        _ page: URL,
        _ place: WebCallback,
        isPrivate: Bool,
        anchor: @escaping @MainActor () -> ASPresentationAnchor
    ) {
        (self.page, self.place, self.isPrivate, self.anchor) = (page, place, isPrivate, anchor)
    }

    func callback() async -> Result<URL, SignInError> {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                self.continuation = continuation
                let session = ASWebAuthenticationSession(url: page, callback: callbackPlace) {
                    url,
                    _ in
                    let result = url.map { Result.success($0) } ?? .failure(SignInError(.cancelled))
                    Task { @MainActor in self.settle(result) }
                }
                session.prefersEphemeralWebBrowserSession = isPrivate
                session.presentationContextProvider = self
                self.session = session
                if !session.start() { settle(.failure(SignInError(.noUserAgent))) }
            }
        } onCancel: {
            // Closing the sheet need not call its completion.
            Task { @MainActor in
                session?.cancel()
                settle(.failure(SignInError(.cancelled)))
            }
        }
    }

    private var callbackPlace: ASWebAuthenticationSession.Callback {
        switch place {
        case .customScheme(let scheme): .customScheme(scheme)
        case .https(let host, let path): .https(host: host, path: path)
        }
    }

    /// Ends it with the first that is said: the sheet may tell twice that it cannot be shown.
    private func settle(_ result: Result<URL, SignInError>) {
        continuation?.resume(returning: result)
        (continuation, session) = (nil, nil)
    }

    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor { anchor() }
}
#endif
