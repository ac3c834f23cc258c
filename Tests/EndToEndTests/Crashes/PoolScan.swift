import CardeaHTTPMessages
import Foundation
import Testing

/// All users of the project, page by page, as they are after the last restart.
struct PoolScan {
    struct User {
        let id: String
        let email: String?
        let isEmailVerified: Bool
        let phoneNumber: String?
        let userName: String?
        let hasPassword: Bool
        /// The accounts at identity providers, in the form `oidc.acme/subject`.
        let identities: Set<String>

        fileprivate init(_ info: [String: Any]) throws {
            id = try #require(info["localId"] as? String)
            email = info["email"] as? String
            isEmailVerified = info["emailVerified"] as? Bool ?? false
            phoneNumber = info["phoneNumber"] as? String
            userName = info["userName"] as? String
            hasPassword = info["passwordHash"] != nil
            let providers = info["providerUserInfo"] as? [[String: Any]] ?? []
            identities = Set(
                providers.compactMap { provider in
                    guard let name = provider["providerId"] as? String, name.hasPrefix("oidc.") else {
                        return nil
                    }
                    return "\(name)/\(provider["rawId"] as? String ?? "")"
                }
            )
        }
    }

    private let users: [String: User]
    private let byEmail: [String: User]
    private let byPhoneNumber: [String: User]
    private let byIdentity: [String: User]

    /// Reads all users; no user, address, number, name or identity may be there twice.
    init(of site: CrashSite) async throws {
        let all = try await Self.pages(of: site).map(User.init)
        users = Self.index(all, "a user is there twice") { [$0.id] }
        byEmail = Self.index(all, "two users have one address") { $0.email.map { [$0] } ?? [] }
        byPhoneNumber = Self.index(all, "two users have one number") { $0.phoneNumber.map { [$0] } ?? [] }
        _ = Self.index(all, "two users have one name") { $0.userName.map { [$0] } ?? [] }
        byIdentity = Self.index(all, "an identity has two users") { Array($0.identities) }
        try await judgeIdentities(site)
    }

    var count: Int { users.count }

    subscript(id id: String) -> User? { users[id] }
    subscript(email email: String) -> User? { byEmail[email] }
    subscript(phoneNumber number: String) -> User? { byPhoneNumber[number] }
    subscript(identity identity: String) -> User? { byIdentity[identity] }

    private static func index(
        _ users: [User],
        _ failure: String,
        by keys: (User) -> [String]
    ) -> [String: User] {
        var index: [String: User] = [:]
        for user in users {
            for key in keys(user) {
                #expect(index[key] == nil, "\(failure): \(key)")
                index[key] = user
            }
        }
        return index
    }

    private static func pages(of site: CrashSite) async throws -> [[String: Any]] {
        var users: [[String: Any]] = []
        var next = ""
        repeat {
            let path = "/v1/projects/default/accounts:batchGet?maxResults=1000" + next
            let page = try #require(try await site.exchange(.get, path, asAdministrator: true).reply)
            try #require(page.status == 200, "\(page.object)")
            users += page.object["users"] as? [[String: Any]] ?? []
            next = page["nextPageToken"].map { "&nextPageToken=\($0)" } ?? ""
        } while !next.isEmpty
        return users
    }

    /// Each identity of a user leads to the user: no link is half.
    private func judgeIdentities(_ site: CrashSite) async throws {
        let all = site.judgements.each("identities of the pool", byIdentity.keys.sorted())
        for start in stride(from: 0, to: all.count, by: 100) {
            let part = all[start..<min(start + 100, all.count)]
            let selectors = part.map { identity in
                let parts = identity.split(separator: "/", maxSplits: 1).map(String.init)
                return ["providerId": parts[0], "rawId": parts[1]]
            }
            let found = try await site.lookup(["federatedUserId": selectors])
            let expected = Set(part.compactMap { byIdentity[$0]?.id })
            #expect(Set(found.compactMap { $0["localId"] as? String }) == expected, "a link is half")
        }
    }
}
