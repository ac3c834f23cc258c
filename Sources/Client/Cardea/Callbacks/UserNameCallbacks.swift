/// The operations of user names for code that is not asynchronous.
extension CardeaClient {
    /// Creates a user; see `signUp(userName:password:tenantID:)`.
    @discardableResult
    public func signUp(
        userName: String,
        password: String,
        tenantID: String? = nil,
        completion: @escaping CardeaCompletion<CardeaUser>
    ) -> Task<Void, Never> {
        complete(completion) { () async throws(CardeaError) in
            try await self.signUp(userName: userName, password: password, tenantID: tenantID)
        }
    }

    /// Signs in; see `signIn(userName:password:tenantID:)`.
    @discardableResult
    public func signIn(
        userName: String,
        password: String,
        tenantID: String? = nil,
        completion: @escaping CardeaCompletion<CardeaUser>
    ) -> Task<Void, Never> {
        complete(completion) { () async throws(CardeaError) in
            try await self.signIn(userName: userName, password: password, tenantID: tenantID)
        }
    }
}

extension CardeaUser {
    /// Gives an anonymous user a user name and a password; see `link(userName:password:)`.
    @discardableResult
    public func link(
        userName: String,
        password: String,
        completion: @escaping CardeaCompletion<Void>
    ) -> Task<Void, Never> {
        complete(completion) { () async throws(CardeaError) in
            try await self.link(userName: userName, password: password)
        }
    }

    /// Changes the user name; see `updateUserName(_:)`.
    @discardableResult
    public func updateUserName(
        _ userName: String,
        completion: @escaping CardeaCompletion<Void>
    ) -> Task<Void, Never> {
        complete(completion) { () async throws(CardeaError) in try await self.updateUserName(userName) }
    }
}
