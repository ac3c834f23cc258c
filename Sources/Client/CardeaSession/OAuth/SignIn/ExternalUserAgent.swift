public import Foundation

/// Shows the server's page to the user, and receives the callback.
///
///     let credential = try await flow.signIn(through: .loopback())
public struct ExternalUserAgent: Sendable {
    package let agent: any SignInAgent

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
    /// Prepares for one callback.
    ///
    /// - Throws: `SignInError`: `noUserAgent` if nothing can be prepared.
    func receiver() async throws(SignInError) -> any CallbackReceiver

    /// Prepares for the callback of a page that was opened before, perhaps by another process.
    ///
    /// - Parameter redirect: The redirect address of that page.
    /// - Returns: `nil` if this agent cannot receive callbacks there now.
    /// - Throws: `SignInError`: `noUserAgent` if nothing can be prepared.
    func receiver(resuming redirect: URL) async throws(SignInError) -> (any CallbackReceiver)?
}

extension SignInAgent {
    /// An agent that comes back to one address shows the page again.
    package func receiver(resuming redirect: URL) async throws(SignInError) -> (any CallbackReceiver)? {
        let receiver = try await receiver()
        return receiver.redirect == redirect ? receiver : nil
    }
}

/// The place that the callback of one sign-in comes to.
package protocol CallbackReceiver: Sendable {
    /// The redirect address.
    var redirect: URL { get }

    /// Shows the page to the user, and waits for the callback that responds to it.
    ///
    /// A receiver that may get other callbacks distinguishes them by `BrowserRequest.matches`.
    ///
    /// - Parameter request: The request, made for this redirect address.
    /// - Returns: The callback, as the server sent it.
    /// - Throws: `SignInError`; `cancelled` as soon as the calling task is cancelled.
    func callback(to request: any BrowserRequest) async throws(SignInError) -> URL
}

private struct ClosureAgent: SignInAgent, CallbackReceiver {
    let redirect: URL
    let open: @Sendable (URL) async throws(SignInError) -> URL

    func receiver() -> any CallbackReceiver { self }

    func callback(to request: any BrowserRequest) async throws(SignInError) -> URL {
        try await open(request.url)
    }
}
