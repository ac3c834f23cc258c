public import Foundation

/// The operations of codes and custom tokens for code that is not asynchronous.
extension CardeaClient {
    /// Sends a link that replaces a password; see `sendPasswordReset(toEmail:settings:tenantID:)`.
    @discardableResult
    public func sendPasswordReset(
        toEmail email: String,
        settings: ActionLinkSettings? = nil,
        tenantID: String? = nil,
        completion: @escaping CardeaCompletion<Void>
    ) -> Task<Void, Never> {
        complete(completion) { () async throws(CardeaError) in
            try await self.sendPasswordReset(toEmail: email, settings: settings, tenantID: tenantID)
        }
    }

    /// Sends a link that signs in; see `sendSignInLink(toEmail:settings:tenantID:)`.
    @discardableResult
    public func sendSignInLink(
        toEmail email: String,
        settings: ActionLinkSettings,
        tenantID: String? = nil,
        completion: @escaping CardeaCompletion<Void>
    ) -> Task<Void, Never> {
        complete(completion) { () async throws(CardeaError) in
            try await self.sendSignInLink(toEmail: email, settings: settings, tenantID: tenantID)
        }
    }

    /// The address whose password a code replaces; see `verifyPasswordResetCode(_:tenantID:)`.
    @discardableResult
    public func verifyPasswordResetCode(
        _ code: String,
        tenantID: String? = nil,
        completion: @escaping CardeaCompletion<String>
    ) -> Task<Void, Never> {
        complete(completion) { () async throws(CardeaError) in
            try await self.verifyPasswordResetCode(code, tenantID: tenantID)
        }
    }

    /// Sets a new password; see `confirmPasswordReset(code:newPassword:tenantID:)`.
    @discardableResult
    public func confirmPasswordReset(
        code: String,
        newPassword: String,
        tenantID: String? = nil,
        completion: @escaping CardeaCompletion<Void>
    ) -> Task<Void, Never> {
        complete(completion) { () async throws(CardeaError) in
            try await self.confirmPasswordReset(code: code, newPassword: newPassword, tenantID: tenantID)
        }
    }

    /// The purpose of a code; see `checkActionCode(_:tenantID:)`.
    @discardableResult
    public func checkActionCode(
        _ code: String,
        tenantID: String? = nil,
        completion: @escaping CardeaCompletion<ActionCodeDetails>
    ) -> Task<Void, Never> {
        complete(completion) { () async throws(CardeaError) in
            try await self.checkActionCode(code, tenantID: tenantID)
        }
    }

    /// Verifies, changes or restores an address; see `applyActionCode(_:tenantID:)`.
    @discardableResult
    public func applyActionCode(
        _ code: String,
        tenantID: String? = nil,
        completion: @escaping CardeaCompletion<Void>
    ) -> Task<Void, Never> {
        complete(completion) { () async throws(CardeaError) in
            try await self.applyActionCode(code, tenantID: tenantID)
        }
    }

    /// Signs in by a link; see `signIn(email:link:tenantID:)`.
    @discardableResult
    public func signIn(
        email: String,
        link: URL,
        tenantID: String? = nil,
        completion: @escaping CardeaCompletion<CardeaUser>
    ) -> Task<Void, Never> {
        complete(completion) { () async throws(CardeaError) in
            try await self.signIn(email: email, link: link, tenantID: tenantID)
        }
    }

    /// Signs in by a custom token; see `signIn(customToken:tenantID:)`.
    @discardableResult
    public func signIn(
        customToken: String,
        tenantID: String? = nil,
        completion: @escaping CardeaCompletion<CardeaUser>
    ) -> Task<Void, Never> {
        complete(completion) { () async throws(CardeaError) in
            try await self.signIn(customToken: customToken, tenantID: tenantID)
        }
    }
}
