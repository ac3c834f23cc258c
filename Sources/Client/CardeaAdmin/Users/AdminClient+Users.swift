internal import CardeaIdentityWire
internal import CardeaSession
internal import Foundation

extension AdminClient {
    /// A user by its ID.
    ///
    /// - Throws: `userNotFound` and failures of the request, as all calls of this client.
    public func user(_ id: String) async throws(AdminError) -> UserRecord {
        try await user { $0.localId = [id] }
    }

    /// A user by its e-mail address.
    ///
    /// - Throws: `userNotFound` and failures of the request.
    public func user(email: String) async throws(AdminError) -> UserRecord {
        try await user { $0.email = [email] }
    }

    /// A user by its phone number (E.164).
    ///
    /// - Throws: `userNotFound` and failures of the request.
    public func user(phoneNumber: String) async throws(AdminError) -> UserRecord {
        try await user { $0.phoneNumber = [phoneNumber] }
    }

    /// A user by its user name, in any letter case.
    ///
    /// - Throws: `userNotFound` and failures of the request. Only Cardea's server has user names.
    public func user(userName: String) async throws(AdminError) -> UserRecord {
        try await user { $0.userName = [userName] }
    }

    /// A user by its account at an identity provider.
    ///
    /// - Parameters:
    ///   - providerID: The provider, such as `google.com`.
    ///   - providerUserID: The ID of the user there.
    /// - Returns: The user.
    /// - Throws: `userNotFound` and failures of the request.
    public func user(
        providerID: String,
        providerUserID: String
    ) async throws(AdminError) -> UserRecord {
        var account = FederatedUserID()
        account.providerId = providerID
        account.rawId = providerUserID
        return try await user { $0.federatedUserId = [account] }
    }

    /// Users by their IDs, at most 100, in no particular order; IDs without a user are left out.
    public func users(_ ids: [String]) async throws(AdminError) -> [UserRecord] {
        try await lookup { $0.localId = ids }
    }

    /// Creates a user.
    ///
    /// - Parameters:
    ///   - properties: The fields of the user.
    ///   - id: The ID; defaults to one that the server chooses.
    /// - Returns: The user.
    /// - Throws: `emailAlreadyExists`, `userIDAlreadyExists`, `weakPassword`, `invalidEmail` and others.
    public func createUser(
        _ properties: UserChanges,
        id: String? = nil
    ) async throws(AdminError) -> UserRecord {
        let created: SignUpResponse = try await shared.api.users(
            .post,
            "/accounts",
            tenant: tenantID,
            SignUpRequest(properties, id: id)
        )
        return try await user(created.localId)
    }

    /// Changes a user.
    ///
    /// - Parameters:
    ///   - id: The user.
    ///   - changes: The fields that change.
    /// - Returns: The user after the change.
    /// - Throws: `userNotFound`, `emailAlreadyExists`, `weakPassword` and others.
    @discardableResult
    public func updateUser(_ id: String, _ changes: UserChanges) async throws(AdminError) -> UserRecord {
        try await update(UpdateRequest(changes, of: id))
        return try await user(id)
    }

    /// Replaces the custom claims of a user; they are in the tokens from the next refresh on.
    ///
    /// - Parameters:
    ///   - id: The user.
    ///   - claims: A value that is encoded as a JSON object of at most 1000 bytes.
    /// - Throws: `userNotFound`, `invalidClaims` and others.
    public func setCustomClaims(of id: String, _ claims: some Encodable & Sendable) async throws(AdminError) {
        try await setCustomClaims(of: id, json: try CustomClaims(claims).json)
    }

    /// Removes the custom claims of a user.
    ///
    /// - Throws: `userNotFound` and others.
    public func removeCustomClaims(of id: String) async throws(AdminError) {
        try await setCustomClaims(of: id, json: "{}")
    }

    /// Ends all sessions of a user: refresh tokens stop working, and `verifyIDToken(_:checkRevoked:anyTenant:)` rejects the
    /// ID tokens that were issued before.
    ///
    /// - Throws: `userNotFound` and others.
    public func revokeSessions(of id: String) async throws(AdminError) {
        var request = UpdateRequest()
        request.localId = id
        request.validSince = Int64(shared.clock.now.timeIntervalSince1970)
        try await update(request)
    }

    /// Deletes a user with its sessions.
    ///
    /// - Throws: `userNotFound` and others.
    public func deleteUser(_ id: String) async throws(AdminError) {
        var request = DeleteRequest()
        request.localId = id
        let _: DeleteResponse = try await shared.api.users(
            .post,
            "/accounts:delete",
            tenant: tenantID,
            request
        )
    }

    /// Deletes up to 1000 users with their sessions; an ID without a user is not an error.
    ///
    /// - Returns: The reason why users were not deleted, by ID; empty if all were.
    @discardableResult
    public func deleteUsers(_ ids: [String]) async throws(AdminError) -> [String: String] {
        var request = BatchDeleteRequest()
        request.localIds = ids
        request.force = true
        let response: BatchDeleteResponse = try await shared.api.users(
            .post,
            "/accounts:batchDelete",
            tenant: tenantID,
            request
        )
        return (response.errors ?? []).reduce(into: [:]) { reasons, failure in
            let index = failure.index ?? 0
            // Own texts: the IDs of the caller.
            if ids.indices.contains(index) { reasons[ids[index]] = failure.message ?? "" }
        }
    }
}

extension AdminClient {
    private func setCustomClaims(of id: String, json: String) async throws(AdminError) {
        var request = UpdateRequest()
        request.localId = id
        request.customAttributes = json
        try await update(request)
    }

    private func update(_ request: UpdateRequest) async throws(AdminError) {
        let _: UpdateResponse = try await shared.api.users(
            .post,
            "/accounts:update",
            tenant: tenantID,
            request
        )
    }

    private func user(_ select: (inout LookupRequest) -> Void) async throws(AdminError) -> UserRecord {
        guard let user = try await lookup(select).first else { throw AdminError(.userNotFound) }
        return user
    }

    private func lookup(_ select: (inout LookupRequest) -> Void) async throws(AdminError) -> [UserRecord] {
        var request = LookupRequest()
        select(&request)
        let response: LookupResponse = try await shared.api.users(
            .post,
            "/accounts:lookup",
            tenant: tenantID,
            request
        )
        return (response.users ?? []).map(UserRecord.init)
    }
}
