#if canImport(AuthenticationServices)
public import AuthenticationServices
internal import Foundation

extension ProviderCredential {
    /// The credential of Sign in with Apple, from the result of the system's own button.
    ///
    /// - Parameters:
    ///   - authorization: The result.
    ///   - nonce: The nonce whose `sha256` was set at the request.
    /// - Returns: The credential.
    /// - Throws: `invalidProviderCredential` if the result is not one of Sign in with Apple.
    public static func apple(
        _ authorization: ASAuthorization,
        nonce: SignInNonce
    ) throws(CardeaError) -> Self {
        guard let credential = authorization.credential as? ASAuthorizationAppleIDCredential,
            let token = credential.identityToken
        else {
            throw CardeaError(.invalidProviderCredential, detail: "not a result of Sign in with Apple")
        }
        return .apple(
            idToken: token,
            nonce: nonce,
            fullName: credential.fullName,
            authorizationCode: credential.authorizationCode
        )
    }
}

#if !os(watchOS)
extension ProviderCredential {
    /// Shows the system's sheet of Sign in with Apple, and returns the credential; name and address are asked for.
    ///
    ///     let user = try await client.signIn(with: .apple(anchor: { window }))
    ///
    /// - Parameter anchor: The window that the sheet belongs to.
    /// - Returns: The credential, for a sign-in, a link or a re-authentication.
    /// - Throws: `cancelled` if the user closes the sheet or the task is cancelled, `browserFailed` if it cannot be shown.
    public static func apple(
        anchor: @escaping @MainActor @Sendable () -> ASPresentationAnchor
    ) async throws(CardeaError) -> Self {
        try await AppleSheet(anchor).credential().get()
    }
}

/// One sign-in by the system's sheet.
@MainActor
private final class AppleSheet: NSObject, ASAuthorizationControllerDelegate,
    ASAuthorizationControllerPresentationContextProviding
{
    private let nonce = SignInNonce()
    private let anchor: @MainActor @Sendable () -> ASPresentationAnchor
    private var controller: ASAuthorizationController?
    private var continuation: CheckedContinuation<Result<ProviderCredential, CardeaError>, Never>?

    init(_ anchor: @escaping @MainActor @Sendable () -> ASPresentationAnchor) {
        self.anchor = anchor
    }

    func credential() async -> Result<ProviderCredential, CardeaError> {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                self.continuation = continuation
                let request = ASAuthorizationAppleIDProvider().createRequest()
                request.requestedScopes = [.fullName, .email]
                request.nonce = nonce.sha256
                let controller = ASAuthorizationController(authorizationRequests: [request])
                controller.delegate = self
                controller.presentationContextProvider = self
                self.controller = controller
                controller.performRequests()
            }
        } onCancel: {
            Task { @MainActor in
                controller?.cancel()
                settle(.failure(CardeaError(.cancelled)))
            }
        }
    }

    /// Ends the sign-in with the first result.
    private func settle(_ result: Result<ProviderCredential, CardeaError>) {
        continuation?.resume(returning: result)
        (continuation, controller) = (nil, nil)
    }

    // The system calls on the main thread, whether the SDK says so or not.
    nonisolated func authorizationController(
        controller: ASAuthorizationController,
        didCompleteWithAuthorization authorization: ASAuthorization
    ) {
        let result: Result<ProviderCredential, CardeaError>
        do throws(CardeaError) {
            result = .success(try .apple(authorization, nonce: nonce))
        } catch {
            result = .failure(error)
        }
        MainActor.assumeIsolated { settle(result) }
    }

    nonisolated func authorizationController(
        controller: ASAuthorizationController,
        didCompleteWithError error: any Error
    ) {
        let isCancelled = (error as? ASAuthorizationError)?.code == .canceled
        let detail = "\((error as NSError).domain) \((error as NSError).code)"
        let failure =
            isCancelled ? CardeaError(.cancelled) : CardeaError(.browserFailed, detail: detail)
        MainActor.assumeIsolated { settle(.failure(failure)) }
    }

    nonisolated func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor {
        MainActor.assumeIsolated { anchor() }
    }
}
#endif
#endif
