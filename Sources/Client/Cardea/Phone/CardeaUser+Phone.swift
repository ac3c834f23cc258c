internal import CardeaEncodings
internal import CardeaIdentityWire
internal import CardeaSecrets
internal import CardeaSession

extension CardeaUser {
    /// Gives the user a phone number to sign in with; a guest becomes a lasting user.
    ///
    /// - Parameters:
    ///   - verification: The result of `CardeaClient.sendVerificationCode(toPhoneNumber:tenantID:)`.
    ///   - code: The code of the message.
    /// - Throws: `phoneNumberAlreadyInUse`, `invalidVerificationCode`, `verificationExpired`, `recentSignInRequired` and others;
    ///   with `isOutcomeUnknown` if the response was lost and the result could not be read.
    public func link(_ verification: PhoneVerification, code: String) async throws(CardeaError) {
        try await setPhoneNumber(verification, Secret(code), .link)
    }

    /// Replaces the phone number.
    ///
    /// - Parameters:
    ///   - verification: The result of `CardeaClient.sendVerificationCode(toPhoneNumber:tenantID:)` for the new number.
    ///   - code: The code of the message.
    /// - Throws: As `link(_:code:)`.
    public func updatePhoneNumber(_ verification: PhoneVerification, code: String) async throws(CardeaError) {
        try await setPhoneNumber(verification, Secret(code), .update)
    }

    /// Removes the phone number: the user signs in by other means from now on, and is anonymous without any.
    ///
    /// The user's sessions on other devices end.
    ///
    /// - Throws: `recentSignInRequired` and others.
    public func unlinkPhoneNumber() async throws(CardeaError) {
        let operation = session.operations.begin()
        try await session.change(cause: .refreshed, in: operation) {
            (server, token) async throws(ServerFailure) in
            try await server.update(token) { $0.deleteProvider = ["phone"] }
        }
        try await reload()
    }

    /// Authenticates the user again by a code, in the same session: sensitive operations are then allowed for some minutes.
    ///
    /// - Parameters:
    ///   - verification: A verification of the user's own number.
    ///   - code: The code of the message.
    /// - Throws: `userMismatch`, `invalidVerificationCode`, `verificationExpired` and others.
    public func reauthenticate(_ verification: PhoneVerification, code: String) async throws(CardeaError) {
        let operation = session.operations.begin()
        _ = try await use(verification, Secret(code), .reauthenticate, cause: .reauthenticated, in: operation)
    }

    private func setPhoneNumber(
        _ verification: PhoneVerification,
        _ code: Secret,
        _ operation: VerifyOperation
    ) async throws(CardeaError) {
        let former = phoneNumber
        do {
            let change = session.operations.begin()
            let response = try await use(verification, code, operation, cause: .linked, in: change)
            try await session.take(change) { profile in
                profile.phoneNumber = response.phoneNumber ?? verification.phoneNumber
                profile.gain("phone")
            }
        } catch {
            // The number is the only sign of the change, in the form that the server gives it.
            guard error.isOutcomeUnknown, let present = try? await reload(),
                present.phoneNumber?.exact != former?.exact
            else {
                throw error
            }
        }
    }

    private func use(
        _ verification: PhoneVerification,
        _ code: Secret,
        _ operation: VerifyOperation,
        cause: TokenChangeCause,
        in change: OperationOrder.Operation
    ) async throws(CardeaError) -> SignInWithPhoneNumberResponse {
        try await session.change(cause: cause, in: change) {
            (server, token) async throws(ServerFailure) in
            try await server.signInWithPhoneNumber(verification, code: code, for: operation, as: token)
        } check: { message throws(CardeaError) in
            guard message.temporaryProof == nil else { throw CardeaError(.phoneNumberAlreadyInUse) }
            guard message.localId?.exact == uid.exact else { throw CardeaError(.userMismatch) }
        }
    }
}
