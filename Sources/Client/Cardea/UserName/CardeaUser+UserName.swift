internal import CardeaEncodings
internal import CardeaIdentityWire
internal import CardeaSession

extension CardeaUser {
    /// The name that the user signs in with, in the form that the server compares.
    public var userName: String? { profile.userName }

    /// Gives an anonymous user a user name and a password; everything else about the user stays.
    ///
    /// - Parameters:
    ///   - userName: The name to sign in with from now on.
    ///   - password: The password.
    /// - Throws: `userNameAlreadyInUse`, `invalidUserName`, `weakPassword` and others.
    public func link(userName: String, password: String) async throws(CardeaError) {
        let operation = session.operations.begin()
        let name = try await link(.userName(userName), password: password, in: operation)?.userName
        try await session.take(operation) { profile in
            profile.userName = name ?? userName
            profile.gain("password")
        }
    }

    /// Changes the user name, or gives the user the first one.
    ///
    /// Sessions continue. If the response is lost, the client reads the user to find the outcome.
    ///
    /// - Parameter userName: The new name.
    /// - Throws: `recentSignInRequired`, `userNameAlreadyInUse`, `invalidUserName` and others; with `isOutcomeUnknown` if the
    ///   result could not be read.
    public func updateUserName(_ userName: String) async throws(CardeaError) {
        let former = self.userName
        do {
            let operation = session.operations.begin()
            let changed = try await session.change(cause: .refreshed, in: operation) {
                (server, token) async throws(ServerFailure) in
                try await server.update(token) { $0.userName = userName }
            }
            try await session.take(operation) { $0.userName = changed.userName ?? userName }
        } catch {
            // The server gives the name another form, so the change itself is the sign.
            guard error.isOutcomeUnknown, let present = try? await reload(),
                present.userName?.exact != former?.exact
            else {
                throw error
            }
        }
    }
}
