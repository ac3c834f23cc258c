import CardeaIdentityDomain
import CardeaIdentityService
import CardeaIdentityWire

/// `accounts:batchGet`, once `downloadAccount`: the users of a pool, page by page.
struct AccountListController: Sendable {
    let service: IdentityService

    func batchGet(_ call: Call<QueryItems>) async throws -> BatchGetResponse {
        let page = try PageSelection(
            limit: call.message["maxResults"],
            token: call.message["nextPageToken"]
        )
        return try await list(page, of: call.caller.pool)
    }

    func downloadAccount(_ call: Call<PageRequest>) async throws -> BatchGetResponse {
        guard call.isAdministrator else { throw IdentityToolkitError.missingAdministratorCredential }
        let page = try PageSelection(limit: call.message.maxResults, token: call.message.nextPageToken)
        return try await list(page, of: call.caller.pool)
    }

    private func list(_ page: PageSelection, of pool: UserPool) async throws -> BatchGetResponse {
        let users = try await service.users(in: pool, after: page.after, limit: page.limit)
        return BatchGetResponse(
            users: users.isEmpty ? nil : try await service.accountInfo(of: users, in: pool),
            nextPageToken: users.count < page.limit
                ? nil : users.last.map { PageSelection.token(after: $0.id) }
        )
    }
}
