import IdentityDomain
import IdentityService
import IdentityWire

/// `accounts:delete`: people delete their own account, administrators any.
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
}
