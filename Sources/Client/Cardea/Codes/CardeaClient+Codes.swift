internal import CardeaSecrets
internal import CardeaIdentityWire

extension CardeaClient {
    /// Sends a link by which a forgotten password is replaced.
    ///
    /// The response does not reveal whether the address has a user, unless the project's settings say so.
    ///
    /// - Parameters:
    ///   - email: The user's address.
    ///   - settings: The settings of the link.
    ///   - tenantID: The user pool; defaults to the client's.
    /// - Throws: `invalidEmail`, `userNotFound`, `unauthorizedContinueURL`, `tooManyAttempts` and others.
    public func sendPasswordReset(
        toEmail email: String,
        settings: ActionLinkSettings? = nil,
        tenantID: String? = nil
    ) async throws(CardeaError) {
        try await sendCode(.passwordReset, to: email, settings, tenantID)
    }

    /// Sends a link that signs in.
    ///
    /// The app keeps the address on the device: `signIn(email:link:)` needs it, because links are forwarded.
    ///
    /// - Parameters:
    ///   - email: The address; one without a user signs up.
    ///   - settings: The address that opens the app, with `handleCodeInApp`.
    ///   - tenantID: The user pool; defaults to the client's.
    /// - Throws: `invalidEmail`, `operationNotAllowed`, `unauthorizedContinueURL`, `tooManyAttempts` and others.
    public func sendSignInLink(
        toEmail email: String,
        settings: ActionLinkSettings,
        tenantID: String? = nil
    ) async throws(CardeaError) {
        try await sendCode(.emailSignIn, to: email, settings, tenantID)
    }

    /// The address whose password a code replaces; the code is not used by this.
    ///
    /// - Parameters:
    ///   - code: The code of a link.
    ///   - tenantID: The user pool; defaults to the client's.
    /// - Returns: The address.
    /// - Throws: `invalidActionCode`, `expiredActionCode`, `userDisabled` and others.
    public func verifyPasswordResetCode(
        _ code: String,
        tenantID: String? = nil
    ) async throws(CardeaError) -> String {
        let info = try await checkActionCode(code, tenantID: tenantID)
        guard info.operation == .passwordReset, let email = info.email else {
            throw CardeaError(.invalidActionCode, detail: "the code is not for a new password")
        }
        return email
    }

    /// Sets a new password by a code; the user's sessions end on all devices.
    ///
    /// - Parameters:
    ///   - code: The code of a link.
    ///   - newPassword: The password to sign in with from now on.
    ///   - tenantID: The user pool; defaults to the client's.
    /// - Throws: `invalidActionCode`, `expiredActionCode`, `weakPassword` and others. With `isOutcomeUnknown`, a sign-in with
    ///   the new password shows whether it is set.
    public func confirmPasswordReset(
        code: String,
        newPassword: String,
        tenantID: String? = nil
    ) async throws(CardeaError) {
        _ = try await atServer(tenantID) { (server) async throws(ServerFailure) in
            try await server.resetPassword(code: Secret(code), newPassword: Secret(newPassword))
        }
    }

    /// Returns the purpose of a code, without using it.
    ///
    /// - Parameters:
    ///   - code: The code of a link.
    ///   - tenantID: The user pool; defaults to the client's.
    /// - Returns: The operation of the code, and its addresses.
    /// - Throws: `invalidActionCode`, `expiredActionCode`, `userDisabled` and others.
    public func checkActionCode(
        _ code: String,
        tenantID: String? = nil
    ) async throws(CardeaError) -> ActionCodeDetails {
        try await atServer(tenantID) { (server) async throws(ServerFailure) in
            try ActionCodeDetails(try await server.resetPassword(code: Secret(code)))
        }
    }

    /// Verifies, changes or restores an address by a code.
    ///
    /// `reload()` shows the change to a signed-in user. A changed or restored address ends the user's sessions on all
    /// devices.
    ///
    /// - Parameters:
    ///   - code: The code of a link.
    ///   - tenantID: The user pool; defaults to the client's.
    /// - Throws: `invalidActionCode`, `expiredActionCode`, `emailAlreadyInUse` and others.
    public func applyActionCode(_ code: String, tenantID: String? = nil) async throws(CardeaError) {
        try await atServer(tenantID) { (server) async throws(ServerFailure) in
            try await server.applyCode(Secret(code))
        }
    }

    private func sendCode(
        _ type: OobRequestType,
        to email: String,
        _ settings: ActionLinkSettings?,
        _ tenantID: String?
    ) async throws(CardeaError) {
        try await atServer(tenantID) { (server) async throws(ServerFailure) in
            try await server.sendCode(type) { request in
                request.email = email
                request.apply(settings)
            }
        }
    }

    /// Calls the server for a user pool.
    private func atServer<Result>(
        _ tenantID: String?,
        _ call: (IdentityToolkitClient) async throws(ServerFailure) -> Result
    ) async throws(CardeaError) -> Result {
        do {
            return try await call(server(forTenant: tenantID))
        } catch {
            throw CardeaError(error)
        }
    }
}
