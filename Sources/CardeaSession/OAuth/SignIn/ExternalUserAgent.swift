public import Foundation

/// Shows the server's page to the user and catches where it leads: the seam between a sign-in and a browser.
public protocol ExternalUserAgent: Sendable {
    /// Leads the user to a page, and waits for the callback that answers it.
    ///
    /// Callbacks that do not answer the request are no business of the caller's: `AuthorizationRequest.isAnswered`
    /// tells them apart.
    ///
    /// - Parameter request: Makes the request, once the agent knows the address it will be called back at.
    /// - Returns: The callback, as the server sent it.
    /// - Throws: `SignInError`; `cancelled` as soon as the calling task is cancelled.
    func authorize(
        _ request: @Sendable (_ redirect: URL) -> AuthorizationRequest
    ) async throws(SignInError) -> (request: AuthorizationRequest, callback: URL)
}
