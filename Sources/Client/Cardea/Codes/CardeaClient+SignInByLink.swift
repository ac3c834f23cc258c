public import Foundation
internal import CardeaSecrets
internal import CardeaSession

extension CardeaClient {
    /// Whether an address that opened the app is a link that signs in.
    ///
    /// - Parameter link: The address.
    /// - Returns: Whether it is one; nothing is sent.
    public func isSignInLink(_ link: URL) -> Bool {
        ActionLink(link)?.operation == .emailSignIn
    }

    /// Signs in by a link that was sent by e-mail, and makes the user the current one; a new address signs up.
    ///
    /// - Parameters:
    ///   - email: The address that the link was sent to, which the app kept or asks for.
    ///   - link: The link.
    ///   - tenantID: The user pool; defaults to the link's, and then to the client's.
    /// - Returns: The user.
    /// - Throws: `invalidActionCode`, `expiredActionCode`, `invalidEmail` if the link was sent to another address,
    ///   `userDisabled` and others. With `isOutcomeUnknown`, the link may have been used: send another.
    @discardableResult
    public func signIn(
        email: String,
        link: URL,
        tenantID: String? = nil
    ) async throws(CardeaError) -> CardeaUser {
        let action = try ActionLink(signInLink: link)
        return try await begin(tenantID ?? action.tenantID) { (server) async throws(ServerFailure) in
            let received = try await server.signInWithEmailLink(email: email, code: Secret(action.code))
            return try await server.outcome(of: received)
        }
    }
}

extension ActionLink {
    /// - Throws: `invalidActionCode` if the link is not one that signs in.
    init(signInLink link: URL) throws(CardeaError) {
        guard let action = ActionLink(link), action.operation == .emailSignIn else {
            throw CardeaError(.invalidActionCode, detail: "this is no link that signs in")
        }
        self = action
    }
}
