import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaOperations

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
                disabledOnly: !(message.force ?? false)
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

struct BatchDeleteRequest: InputMessage {
    var localIds: [String]?
    var force: Bool?

    fileprivate static let limitError = "LOCAL_ID_LIST_EXCEEDS_LIMIT"

    static let inputFields = InputTable<Self> {
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

struct BatchDeleteResponse: OutputMessage {
    let errors: [BatchDeleteError]?

    static let outputFields = OutputTable<Self> {
        OutputField(\.errors, "The users that were not deleted; absent if all were deleted.")
    }
}

struct BatchDeleteError: OutputMessage {
    let index: Int
    let localId: String
    let message: String

    static let outputFields = OutputTable<Self> {
        OutputField(\.index, "Position of the user in the request.")
        OutputField(\.localId, "ID of the user.")
        OutputField(\.message, "Reason.")
    }
}
