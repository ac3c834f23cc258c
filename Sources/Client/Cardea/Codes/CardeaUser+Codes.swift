internal import CardeaEncodings
public import Foundation
internal import CardeaIdentityWire
internal import CardeaSecrets
internal import CardeaSession

extension CardeaUser {
    /// Sends a link to the user's address that verifies it; `reload()` shows the result.
    ///
    /// - Parameter settings: The settings of the link.
    /// - Throws: `invalidEmail` if the user has no address, `unauthorizedContinueURL`, `tooManyAttempts` and others.
    public func sendEmailVerification(settings: ActionLinkSettings? = nil) async throws(CardeaError) {
        try await session.authenticated { (server, token) async throws(ServerFailure) in
            try await server.sendCode(.verifyEmail) { request in
                request.idToken = token
                request.apply(settings)
            }
        }
    }

    /// Sends a link to a new address that makes it the user's, verified by that.
    ///
    /// A verified former address gets a link that restores it. The change ends the sessions on all devices.
    ///
    /// - Parameters:
    ///   - newEmail: The new address.
    ///   - settings: The settings of the link.
    /// - Throws: `recentSignInRequired`, `emailAlreadyInUse`, `invalidEmail`, `tooManyAttempts` and others.
    public func sendEmailVerification(
        beforeUpdatingEmail newEmail: String,
        settings: ActionLinkSettings? = nil
    ) async throws(CardeaError) {
        try await session.authenticated { (server, token) async throws(ServerFailure) in
            try await server.sendCode(.verifyAndChangeEmail) { request in
                request.idToken = token
                request.newEmail = newEmail
                request.apply(settings)
            }
        }
    }

    /// Gives an anonymous user, or one without an address, the address that a link was sent to.
    ///
    /// The address is verified by that; everything else about the user stays.
    ///
    /// - Parameters:
    ///   - email: The address that the link was sent to.
    ///   - link: The link.
    /// - Throws: `emailAlreadyInUse`, `invalidActionCode`, `expiredActionCode`, `recentSignInRequired` and others; with
    ///   `isOutcomeUnknown` if the response was lost and the result could not be read.
    public func link(email: String, link: URL) async throws(CardeaError) {
        do {
            let operation = session.operations.begin()
            try await useLink(link, email: email, cause: .linked, in: operation)
            try await session.take(operation) { profile in
                (profile.email, profile.isEmailVerified) = (email, true)
                profile.gain("password")
            }
        } catch {
            guard error.isOutcomeUnknown, let present = try? await reload() else { throw error }
            guard present.email?.lowercased().exact == email.lowercased().exact else { throw error }
        }
    }

    /// Authenticates the user again by a link, in the same session: sensitive operations are then allowed for some minutes.
    ///
    /// - Parameter link: A link that `CardeaClient.sendSignInLink(toEmail:settings:tenantID:)` sent to the user's address.
    /// - Throws: `userMismatch`, `invalidActionCode`, `expiredActionCode` and others.
    public func reauthenticate(link: URL) async throws(CardeaError) {
        guard let email else {
            throw CardeaError(.invalidArgument, detail: "this user has no e-mail address")
        }
        try await useLink(link, email: email, cause: .reauthenticated, in: session.operations.begin())
    }

    private func useLink(
        _ link: URL,
        email: String,
        cause: TokenChangeCause,
        in operation: OperationOrder.Operation
    ) async throws(CardeaError) {
        let code = Secret(try ActionLink(signInLink: link).code)
        try await session.change(cause: cause, in: operation) {
            (server, token) async throws(ServerFailure) in
            try await server.signInWithEmailLink(email: email, code: code, as: token)
        } check: { message throws(CardeaError) in
            guard message.localId.exact == uid.exact else { throw CardeaError(.userMismatch) }
        }
    }
}
