import CardeaHTTPMessages
import CardeaIdentityDomain
import CardeaIdentityService
package import CardeaIdentityWire
package import CardeaOperations

extension ToolkitOperation {
    static var batchGet: Self {
        Operation(
            "accounts.batchGet",
            "Lists users, ordered by ID.",
            method: .get,
            paths: .administrator("accounts:batchGet"),
            by: [.administrator],
            errors: .toolkit(.invalidPageSelection),
            respond: page
        )
    }

    static var downloadAccount: Self {
        Operation(
            "accounts.download",
            "Lists users, ordered by ID.",
            paths: .relyingParty("downloadAccount"),
            by: [.administrator],
            errors: .toolkit(.invalidPageSelection),
            respond: page
        )
    }

    private static func page(_ call: ToolkitCall, _ message: PageRequest) async throws -> BatchGetResponse {
        let page = try PageSelection(
            limit: message.maxResults,
            token: message.nextPageToken,
            isEmulated: call.emulates(.pagesOfAnySize)
        )
        let pool = call.caller.pool
        let step = min(page.limit, PageSelection.limits.upperBound)
        var infos: [AccountInfo] = []
        var after = page.after.map(UserID.init(rawValue:))
        repeat {
            let users = try await call.services.users.list(in: pool, after: after, limit: step)
            infos += try await call.services.users.accountInfo(of: users, in: pool)
            guard users.count == step else {
                return BatchGetResponse(users: call.shown(infos))
            }
            after = users.last?.id
        } while infos.count < page.limit
        return BatchGetResponse(
            users: infos,
            nextPageToken: after.map { PageSelection.token(after: $0.rawValue) }
        )
    }
}

struct PageRequest: InputMessage {
    var maxResults: String?
    var nextPageToken: String?

    package static let inputFields = InputTable<Self> {
        InputField(
            \.maxResults,
            .bytes(20),
            "Number of users, 1 to 1000; defaults to 20.",
            else: "INVALID_PAGE_SELECTION"
        )
        InputField(
            \.nextPageToken,
            .bytes(256),
            "Token of the previous page.",
            else: "INVALID_PAGE_SELECTION"
        )
        InputField.scope
        InputField.ignored("delegatedProjectNumber")
    }
}

extension BatchGetResponse: OutputMessage {
    package static let outputFields = OutputTable<Self> {
        OutputField(\.kind, "Name of the message.")
        OutputField(\.users, "The users; absent if the page is empty, but in an emulator.")
        OutputField(\.nextPageToken, "Token of the next page; absent on the last one.")
    }
}
