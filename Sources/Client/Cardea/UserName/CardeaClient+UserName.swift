internal import CardeaSession

extension CardeaClient {
    /// Creates a user with a user name and a password, and sets the current user.
    ///
    /// Only Cardea's server has user names. Capital letters and widths of letters make no difference: `user.userName` is the
    /// form that the server compares.
    ///
    /// - Parameters:
    ///   - userName: The name to sign in with from now on: 2 to 64 letters and digits, with `-`, `_` and `.` between them.
    ///   - password: The password.
    ///   - tenantID: The user pool; defaults to the client's.
    /// - Returns: The new user.
    /// - Throws: `userNameAlreadyInUse`, `invalidUserName`, `weakPassword`, `adminRestrictedOperation` and others.
    @discardableResult
    public func signUp(
        userName: String,
        password: String,
        tenantID: String? = nil
    ) async throws(CardeaError) -> CardeaUser {
        try await signUp(.userName(userName), password, tenantID)
    }

    /// Signs in with a user name and a password, and makes the user the current one.
    ///
    /// - Parameters:
    ///   - userName: The user name.
    ///   - password: Its password.
    ///   - tenantID: The user pool; defaults to the client's.
    /// - Returns: The user.
    /// - Throws: `invalidCredentials`, `invalidUserName`, `userDisabled`, `tooManyAttempts` and others.
    @discardableResult
    public func signIn(
        userName: String,
        password: String,
        tenantID: String? = nil
    ) async throws(CardeaError) -> CardeaUser {
        try await signIn(.userName(userName), password, tenantID)
    }
}
