import CardeaIdentityDomain
import CardeaIdentityService
package import CardeaIdentityWire
package import CardeaOperations

extension ToolkitOperation {
    static var delete: Self {
        Operation(
            "accounts.delete",
            "Deletes the user of an ID token, or the user that an administrator names.",
            paths: .app("delete") + .administrator("accounts:delete") + .relyingParty("deleteAccount"),
            by: [.user, .administrator],
            errors: .toolkit(
                .missingIDToken,
                .invalidIDToken,
                .tokenExpired,
                .userNotFound,
                .userDisabled,
                .credentialMismatch,
                .credentialTooOldLoginAgain,
                .adminOnlyOperation
            )
        ) { (call, message: DeleteRequest) in
            if call.namesUsers {
                try call.requireTenant(of: message.idToken)
                guard let localID = message.localId else { throw IdentityToolkitError(.missingLocalID) }
                try await call.services.users.delete(
                    UserID(rawValue: localID),
                    in: call.caller.pool,
                    by: call.caller.actor
                )
                return DeleteResponse()
            }
            let user = try await call.user(message.idToken)
            if let localID = message.localId, UserID(rawValue: localID) != user.user.id {
                throw IdentityToolkitError(.credentialMismatch)
            }
            try await call.services.accounts.delete(user)
            return DeleteResponse()
        }
    }
}

extension DeleteRequest: InputMessage {
    package static let inputFields = InputTable<Self> {
        InputField.idToken(\.idToken, "Token of the user.")
        InputField(
            \.localId,
            .name(128),
            "ID of the user.",
            .required("MISSING_LOCAL_ID", of: [.administrator])
        )
        InputField.scope
        InputField.ignored("delegatedProjectNumber")
    }
}

extension DeleteResponse: OutputMessage {
    package static let outputFields = OutputTable<Self> { OutputField(\.kind, "Name of the message.") }
}
