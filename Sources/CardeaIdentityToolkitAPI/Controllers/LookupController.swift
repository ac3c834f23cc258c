import CardeaIdentityDomain
import CardeaIdentityService
import CardeaIdentityWire

/// `accounts:lookup`: who the owner of a token is, or who the users are that an administrator names.
struct LookupController: Sendable {
    let service: IdentityService

    func lookup(_ call: Call<LookupRequest>) async throws -> LookupResponse {
        if call.isAdministrator, call.message.idToken == nil {
            let users = try await service.accountInfo(of: try await namedUsers(call), in: call.caller.pool)
            return LookupResponse(users: users.isEmpty ? nil : users)
        }
        guard let idToken = call.message.idToken else { throw IdentityToolkitError(.missingIDToken) }
        let who = try await service.authenticate(idToken, by: call.caller)
        return LookupResponse(users: [try await service.accountInfo(of: who.user)])
    }

    /// The users that an administrator names, each once.
    private func namedUsers(_ call: Call<LookupRequest>) async throws -> [User] {
        let selectors =
            (call.message.localId ?? []).map { UserSelector.id(UserID(rawValue: $0)) }
            + (call.message.email ?? []).map(UserSelector.email)
            + (call.message.phoneNumber ?? []).map(UserSelector.phoneNumber)
        guard selectors.count <= Self.maximumSelectors else {
            throw IdentityToolkitError(.invalidArgument, "At most \(Self.maximumSelectors) users at a time.")
        }
        return try await service.users(selectors, in: call.caller.pool)
    }

    /// As many as Google's admin SDKs ask for at a time.
    private static let maximumSelectors = 100
}
