internal import CardeaIdentityWire
internal import CardeaSecrets
internal import CardeaSession

extension CardeaClient {
    /// Sends a code to a phone number.
    ///
    /// - Parameters:
    ///   - phoneNumber: The number, beginning with + and the code of the country (E.164).
    ///   - tenantID: The user pool; defaults to the client's.
    /// - Returns: The verification, which the code of the message completes.
    /// - Throws: `invalidPhoneNumber`, `operationNotAllowed`, `tooManyAttempts` and others.
    public func sendVerificationCode(
        toPhoneNumber phoneNumber: String,
        tenantID: String? = nil
    ) async throws(CardeaError) -> PhoneVerification {
        let server = server(forTenant: tenantID)
        do {
            let id = try await server.sendVerificationCode(to: phoneNumber)
            return PhoneVerification(
                phoneNumber: phoneNumber,
                verificationID: id.reveal(),
                tenantID: server.tenant
            )
        } catch {
            throw CardeaError(error)
        }
    }

    /// Signs in by a code that was sent to a phone number, and makes the user the current one; a new number signs up.
    ///
    /// - Parameters:
    ///   - verification: The result of `sendVerificationCode(toPhoneNumber:tenantID:)`.
    ///   - code: The code of the message.
    /// - Returns: The user.
    /// - Throws: `invalidVerificationCode`, `verificationExpired`, `userDisabled` and others. With `isOutcomeUnknown`, the code
    ///   may have been used: send another.
    @discardableResult
    public func signIn(
        with verification: PhoneVerification,
        code: String
    ) async throws(CardeaError) -> CardeaUser {
        try await begin(at: server(forPool: verification.tenantID)) { (server) async throws(ServerFailure) in
            let received = try await server.signInWithPhoneNumber(
                verification,
                code: Secret(code),
                for: .signUpOrIn
            )
            return try await server.outcome(of: received)
        }
    }
}
