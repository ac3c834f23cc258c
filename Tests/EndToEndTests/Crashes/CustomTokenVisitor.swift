import CardeaAdmin
import Foundation
import Testing

/// Signs in user after user by custom tokens, each from two devices at once: the first sign-in creates the user.
actor CustomTokenVisitor: CrashActor {
    var rounds = 0
    private let name: String
    private let site: CrashSite
    private var backEnd: AdminClient?
    private var users: [String] = []

    init(_ number: Int, _ site: CrashSite) {
        name = "custom\(number)"
        self.site = site
    }

    func prepare() async throws {
        backEnd = try await site.backEnd(try await site.createServiceAccount("\(name)-back-end"))
    }

    func round() async throws {
        let id = "\(name)-\(rounds)"
        let token = try #require(try backEnd?.customToken(for: id)).reveal()
        async let first = signIn(id, token)
        async let second = signIn(id, token)
        let replies = try await [first, second]
        let creations = replies.filter { $0.reply.object["isNewUser"] as? Bool == true }.count
        let isCertain = replies.allSatisfy { !$0.isRepeated }
        #expect(creations == 1 || creations == 0 && !isCertain, "a user was created \(creations) times")
        users.append(id)
    }

    private func signIn(_ id: String, _ token: String) async throws -> (reply: Reply, isRepeated: Bool) {
        let body: [String: Any] = ["token": token, "returnSecureToken": true]
        let (reply, isRepeated) = try await site.send("/v1/accounts:signInWithCustomToken", body)
        #expect(reply["localId"] == id, "\(reply.error ?? "")")
        return (reply, isRepeated)
    }

    func judge(_ pool: PoolScan) {
        for id in site.judgements.each("users of custom tokens", users) {
            #expect(pool[id: id] != nil, "an acknowledged user is lost")
        }
    }
}
