import CardeaIdentityDomain
import CardeaIdentityService
import CardeaIdentityWire

/// `accounts:delete` and `batchDelete`: people delete their own account, administrators any.
struct DeleteController: Sendable {
    let service: IdentityService

    func delete(_ call: Call<DeleteRequest>) async throws -> DeleteResponse {
        if let idToken = call.message.idToken {
            let who = try await service.authenticate(idToken, by: call.caller)
            if let localID = call.message.localId, localID != who.user.id.rawValue {
                throw IdentityToolkitError(.credentialMismatch)
            }
            try await service.delete(who, by: call.caller)
        } else {
            guard call.isAdministrator else { throw IdentityToolkitError(.missingIDToken) }
            guard let localID = call.message.localId else { throw IdentityError.missingUserID }
            try await service.deleteUser(UserID(rawValue: localID), in: call.caller.pool)
        }
        return DeleteResponse()
    }

    /// Deletes the accounts that an administrator names, of those that are not disabled only when told so.
    func batchDelete(_ call: Call<BatchDeleteRequest>) async throws -> BatchDeleteResponse {
        let localIDs = call.message.localIds ?? []
        guard (1...Self.maximumAccounts).contains(localIDs.count) else {
            throw IdentityToolkitError(
                .localIDListExceedsLimit,
                "1 to \(Self.maximumAccounts) accounts at a time."
            )
        }
        let left = try await service.deleteUsers(
            localIDs.map(UserID.init(rawValue:)),
            in: call.caller.pool,
            disabledOnly: !(call.message.force ?? false)
        )
        let failures = left.map { index in
            BatchDeleteResponse.Failure(
                index: index,
                localId: localIDs[index],
                message: IdentityToolkitError(.notDisabled, "Disable the account before batch deletion.")
                    .message
            )
        }
        return BatchDeleteResponse(errors: failures.isEmpty ? nil : failures)
    }

    /// As many as Google's admin SDKs name at a time.
    private static let maximumAccounts = 1000
}
