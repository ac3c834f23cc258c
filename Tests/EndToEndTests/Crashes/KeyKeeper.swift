import CardeaAdmin
import CardeaHTTPMessages
import Foundation
import Testing

/// Adds a key to a service account, and deletes the key before it.
actor KeyKeeper: CrashActor {
    private static let account = "key-keeper"
    static let quietRounds = 2
    var rounds = 0
    private let site: CrashSite
    private var present: ServiceAccountKey?
    private var deleted: [ServiceAccountKey] = []

    init(_ number: Int, _ site: CrashSite) { self.site = site }

    func prepare() async throws { present = try await site.createServiceAccount(Self.account) }

    func round() async throws {
        let former = try #require(present)
        let path = "/projects/default/serviceAccounts/\(Self.account)/keys"
        let added = try await site.managing(.post, path)
        let key = try ServiceAccountKey(json: try #require(added.reply).body)
        present = key
        for id in try await keys() where id != key.keyID {
            // A key is unknown if its response was lost, also that of the creation of the account.
            let isUnknown = id != former.keyID && rounds > 1
            #expect(!isUnknown || added.lost > 0, "an unknown key")
            let removal = try await site.managing(.delete, "\(path)/\(id)")
            let isRepeated = removal.lost > 0 && removal.reply?.status == 404
            #expect(removal.reply?.status == 200 || isRepeated, "\(removal.reply?.object ?? [:])")
        }
        deleted.append(former)
    }

    private func keys() async throws -> Set<String> {
        let account = try await site.manage(.get, "/projects/default/serviceAccounts/\(Self.account)")
        let keys = try #require(account.object["keys"] as? [[String: Any]], "\(account.object)")
        return Set(keys.compactMap { $0["id"] as? String })
    }

    func judge(_ pool: PoolScan) async throws {
        let present = try #require(present)
        #expect(
            try await keys() == [present.keyID],
            "an acknowledged key is lost, or a deleted one came back"
        )
        #expect(try await signIn(present).status == 200, "an acknowledged key is lost")
        for key in site.judgements.some("deleted keys", deleted) {
            #expect(try await signIn(key).error?.hasPrefix("INVALID_CUSTOM_TOKEN") == true)
        }
    }

    private func signIn(_ key: ServiceAccountKey) async throws -> Reply {
        let token = try await site.backEnd(key).customToken(for: Self.account).reveal()
        return try await site.send("/v1/accounts:signInWithCustomToken", ["token": token]).reply
    }
}
