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
        let name = try await link(.userName(userName), password: password)?.userName
        var linked = profile
        linked.userName = name ?? userName
        linked.gain("password")
        try await session.take(linked)
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
            let received = try await session.authenticated { (server, token) async throws(ServerFailure) in
                try await server.update(token) { $0.userName = userName }
            }
            try await session.take(received, cause: .refreshed)
            var changed = profile
            changed.userName = received.message.userName ?? userName
            try await session.take(changed)
        } catch {
            // The server gives the name another form, so the change itself is the sign.
            guard error.isOutcomeUnknown, let present = try? await reload(), present.userName != former
            else {
                throw error
            }
        }
    }
}
