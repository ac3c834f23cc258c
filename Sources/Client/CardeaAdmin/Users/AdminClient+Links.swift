internal import CardeaIdentityWire
internal import CardeaSecrets
internal import CardeaSession
public import Foundation

/// Links that the back end sends by itself, in place of the server.
///
/// A link is a secret: its holder can use it.
extension AdminClient {
    /// A link that verifies the address of a user.
    ///
    /// - Parameters:
    ///   - email: The user's address.
    ///   - continueURL: The address to go on with; the project's setting `codes.continueOrigins` must allow its origin.
    /// - Returns: The link.
    /// - Throws: `userNotFound`, `operationNotAllowed` and others.
    public func emailVerificationLink(
        for email: String,
        continueURL: URL? = nil
    ) async throws(AdminError) -> URL {
        try await link(.verifyEmail, email, continueURL)
    }

    /// A link that replaces the password of a user.
    ///
    /// - Parameters:
    ///   - email: The user's address.
    ///   - continueURL: The address to go on with.
    /// - Returns: The link.
    /// - Throws: `userNotFound`, `operationNotAllowed` and others.
    public func passwordResetLink(for email: String, continueURL: URL? = nil) async throws(AdminError) -> URL
    {
        try await link(.passwordReset, email, continueURL)
    }

    /// A link that signs in; an address without a user signs up.
    ///
    /// - Parameters:
    ///   - email: The address.
    ///   - continueURL: The address that opens the app.
    /// - Returns: The link.
    /// - Throws: `invalidEmail`, `operationNotAllowed` and others.
    public func signInLink(for email: String, continueURL: URL) async throws(AdminError) -> URL {
        try await link(.emailSignIn, email, continueURL)
    }

    /// A link that changes the address of a user to another, which is verified by that.
    ///
    /// - Parameters:
    ///   - email: The user's address.
    ///   - newEmail: The new address.
    ///   - continueURL: The address to go on with.
    /// - Returns: The link.
    /// - Throws: `userNotFound`, `emailAlreadyExists`, `operationNotAllowed` and others.
    public func emailChangeLink(
        for email: String,
        to newEmail: String,
        continueURL: URL? = nil
    ) async throws(AdminError) -> URL {
        try await link(.verifyAndChangeEmail, email, continueURL, newEmail: newEmail)
    }

    private func link(
        _ type: OobRequestType,
        _ email: String,
        _ continueURL: URL?,
        newEmail: String? = nil
    ) async throws(AdminError) -> URL {
        var request = SendOobCodeRequest()
        request.requestType = type
        request.email = email
        request.newEmail = newEmail
        request.continueUrl = continueURL?.absoluteString
        request.canHandleCodeInApp = type == .emailSignIn ? true : nil
        request.returnOobLink = true
        let response: SendOobCodeResponse = try await shared.api.users(
            .post,
            "/accounts:sendOobCode",
            tenant: tenantID,
            request
        )
        guard let link = response.oobLink.flatMap({ URL(string: $0.reveal()) }) else {
            throw AdminError(.serverError, detail: "the response has no link")
        }
        return link
    }
}
