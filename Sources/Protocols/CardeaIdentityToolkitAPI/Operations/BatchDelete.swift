import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
package import CardeaIdentityWire
package import CardeaOperations

extension ToolkitOperation {
    static var batchDelete: Self {
        Operation(
            "accounts.batchDelete",
            "Deletes up to a thousand users.",
            paths: .administrator("accounts:batchDelete"),
            by: [.administrator],
            bodySize: .large
        ) { (call, message: BatchDeleteRequest) in
            let localIDs = message.localIds ?? []
            guard !localIDs.isEmpty else {
                throw IdentityToolkitError(message: BatchDeleteRequest.limitError)
            }
            let remaining = try await call.services.users.delete(
                localIDs.map(UserID.init(rawValue:)),
                in: call.caller.pool,
                disabledOnly: !(message.force ?? false),
                by: call.caller.actor
            )
            let errors = remaining.map { index in
                BatchDeleteError(
                    index: index,
                    localId: localIDs[index],
                    message: "NOT_DISABLED : Disable the account before batch deletion."
                )
            }
            return BatchDeleteResponse(errors: errors.isEmpty ? nil : errors)
        }
    }
}

extension BatchDeleteRequest: InputMessage {
    fileprivate static let limitError = "LOCAL_ID_LIST_EXCEEDS_LIMIT"

    package static let inputFields = InputTable<Self> {
        InputField(
            \.localIds,
            // The largest number of users that Google's admin SDKs name in one request.
            .count(1000, each: .bytes(128)),
            "User IDs.",
            .required(limitError),
            else: limitError
        )
        InputField(\.force, "Whether users that are not disabled are deleted too.")
        InputField.scope
    }
}

extension BatchDeleteResponse: OutputMessage {
    package static let outputFields = OutputTable<Self> {
        OutputField(\.errors, "The users that were not deleted; absent if all were deleted.")
    }
}

extension BatchDeleteError: OutputMessage {
    package static let outputFields = OutputTable<Self> {
        OutputField(\.index, "Position of the user in the request.")
        OutputField(\.localId, "ID of the user.")
        OutputField(\.message, "Reason.")
    }
}
