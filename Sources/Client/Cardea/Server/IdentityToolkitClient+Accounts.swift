package import CardeaIdentityWire
package import CardeaSecrets

/// The name that a password goes with.
package enum SignInName: Sendable {
    case email(String)
    case userName(String)

    /// The values of the fields `email` and `userName`; one of them is `nil`.
    fileprivate var fields: (email: String?, userName: String?) {
        switch self {
        case .email(let email): (email, nil)
        case .userName(let name): (nil, name)
        }
    }
}

extension IdentityToolkitClient {
    /// A new user with a name and a password; with neither, an anonymous one; with `idToken`, the upgrade of one.
    package func signUp(
        _ name: SignInName? = nil,
        password: String? = nil,
        upgrading idToken: Secret? = nil
    ) async throws(ServerFailure) -> ServerResponse<SignUpResponse> {
        var request = SignUpRequest()
        (request.email, request.userName) = name?.fields ?? (nil, nil)
        request.password = password.map(Secret.init(_:))
        request.idToken = idToken
        request.tenantId = tenant
        request.returnSecureToken = true
        return try await call("signUp", request)
    }

    /// A sign-in; with `idToken`, the refresh of that session's sign-in.
    package func signInWithPassword(
        _ name: SignInName,
        password: String,
        refreshing idToken: Secret? = nil
    ) async throws(ServerFailure) -> ServerResponse<SignInWithPasswordResponse> {
        var request = SignInWithPasswordRequest()
        (request.email, request.userName) = name.fields
        request.password = Secret(password)
        request.idToken = idToken
        request.tenantId = tenant
        request.returnSecureToken = true
        return try await call("signInWithPassword", request)
    }

    /// The user of a token; `nil` if the server found no user.
    package func lookup(_ idToken: Secret) async throws(ServerFailure) -> AccountInfo? {
        var request = LookupRequest()
        request.idToken = idToken
        request.tenantId = tenant
        let response: ServerResponse<LookupResponse> = try await call("lookup", request)
        return response.message.users?.first
    }

    /// Changes the token's user as `changes` says.
    package func update(
        _ idToken: Secret,
        _ changes: (inout UpdateRequest) -> Void
    ) async throws(ServerFailure) -> ServerResponse<UpdateResponse> {
        var request = UpdateRequest()
        request.idToken = idToken
        request.tenantId = tenant
        request.returnSecureToken = true
        changes(&request)
        return try await call("update", request)
    }

    /// Deletes the token's user.
    package func delete(_ idToken: Secret) async throws(ServerFailure) {
        var request = DeleteRequest()
        request.idToken = idToken
        request.tenantId = tenant
        let _: ServerResponse<DeleteResponse> = try await call("delete", request)
    }
}
