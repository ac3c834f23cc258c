public import Foundation

/// Shows the server's page to the user, and receives the callback.
///
///     let credential = try await flow.signIn(through: .loopback())
public struct ExternalUserAgent: Sendable {
    let agent: any SignInAgent

    init(_ agent: some SignInAgent) {
        self.agent = agent
    }

    /// Creates an agent of the app's own, such as a web view on a device of its own.
    ///
    /// - Parameters:
    ///   - redirect: The redirect address, as it is registered at the server.
    ///   - open: Shows a page to the user and returns the callback, an address that begins with `redirect`. It throws
    ///     `cancelled` as soon as the calling task is cancelled.
    public init(
        redirect: URL,
        open: @escaping @Sendable (_ page: URL) async throws(SignInError) -> URL
    ) {
        self.init(ClosureAgent(redirect: redirect, open: open))
    }
}

/// Leads the user to a page, and waits for the callback.
package protocol SignInAgent: Sendable {
    /// Leads the user to a page, and waits for the callback that answers it.
    ///
    /// An agent that may receive other callbacks tells them apart by `AuthorizationRequest.isAnswered`.
    ///
    /// - Parameter request: Creates the request, once the agent knows the redirect address.
    /// - Returns: The callback, as the server sent it.
    /// - Throws: `SignInError`; `cancelled` as soon as the calling task is cancelled.
    func authorize(
        _ request: @Sendable (_ redirect: URL) -> AuthorizationRequest
    ) async throws(SignInError) -> (request: AuthorizationRequest, callback: URL)
}

private struct ClosureAgent: SignInAgent {
    let redirect: URL
    let open: @Sendable (URL) async throws(SignInError) -> URL

    func authorize(
        _ request: @Sendable (_ redirect: URL) -> AuthorizationRequest
    ) async throws(SignInError) -> (request: AuthorizationRequest, callback: URL) {
        let request = request(redirect)
        return (request, try await open(request.url))
    }
}
