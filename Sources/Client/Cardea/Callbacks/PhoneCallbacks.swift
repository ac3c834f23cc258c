/// The operations of phone numbers for code that is not asynchronous.
extension CardeaClient {
    /// Sends a code; see `sendVerificationCode(toPhoneNumber:tenantID:)`.
    @discardableResult
    public func sendVerificationCode(
        toPhoneNumber phoneNumber: String,
        tenantID: String? = nil,
        completion: @escaping CardeaCompletion<PhoneVerification>
    ) -> Task<Void, Never> {
        complete(completion) { () async throws(CardeaError) in
            try await self.sendVerificationCode(toPhoneNumber: phoneNumber, tenantID: tenantID)
        }
    }

    /// Signs in by a code; see `signIn(with:code:)`.
    @discardableResult
    public func signIn(
        with verification: PhoneVerification,
        code: String,
        completion: @escaping CardeaCompletion<CardeaUser>
    ) -> Task<Void, Never> {
        complete(completion) { () async throws(CardeaError) in
            try await self.signIn(with: verification, code: code)
        }
    }
}

extension CardeaUser {
    /// Gives the user a phone number; see `link(_:code:)`.
    @discardableResult
    public func link(
        _ verification: PhoneVerification,
        code: String,
        completion: @escaping CardeaCompletion<Void>
    ) -> Task<Void, Never> {
        complete(completion) { () async throws(CardeaError) in
            try await self.link(verification, code: code)
        }
    }

    /// Replaces the phone number; see `updatePhoneNumber(_:code:)`.
    @discardableResult
    public func updatePhoneNumber(
        _ verification: PhoneVerification,
        code: String,
        completion: @escaping CardeaCompletion<Void>
    ) -> Task<Void, Never> {
        complete(completion) { () async throws(CardeaError) in
            try await self.updatePhoneNumber(verification, code: code)
        }
    }

    /// Removes the phone number; see `unlinkPhoneNumber()`.
    @discardableResult
    public func unlinkPhoneNumber(completion: @escaping CardeaCompletion<Void>) -> Task<Void, Never> {
        complete(completion) { () async throws(CardeaError) in try await self.unlinkPhoneNumber() }
    }

    /// Authenticates the user again; see `reauthenticate(_:code:)`.
    @discardableResult
    public func reauthenticate(
        _ verification: PhoneVerification,
        code: String,
        completion: @escaping CardeaCompletion<Void>
    ) -> Task<Void, Never> {
        complete(completion) { () async throws(CardeaError) in
            try await self.reauthenticate(verification, code: code)
        }
    }
}
