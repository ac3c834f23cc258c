import CardeaEncodings
import Foundation
import ProviderStandIns
import Testing

/// Proves by a provider that it owns the addresses of other users: it takes them over, links them, or gets them from a former owner.
actor AddressTaker: CrashActor {
    private static let password = "correct horse battery"
    private struct Known {
        let id: String
        let identity: String
        let hasPassword: Bool
        let refreshToken: String?
    }

    static let quietRounds = 3
    var rounds = 0
    private let name: String
    private let site: CrashSite
    /// The users by their addresses.
    private var users: [String: Known] = [:]
    /// The accounts at providers, and the tokens, that have ended.
    private var ended: [String] = []
    private var usedTokens: [String] = []

    init(_ number: Int, _ site: CrashSite) {
        name = "owner\(number)"
        self.site = site
    }

    func round() async throws {
        let email = "\(name)-\(rounds)@trusted.example"
        switch rounds % 3 {
        case 0: try await takeOver(email)
        case 1: try await confirm(email)
        default: try await recycle(email)
        }
    }

    /// Somebody else has signed up with the address before.
    private func takeOver(_ email: String) async throws {
        try await site.create(["localId": email, "email": email, "rawPassword": Self.password])
        let stranger = try await site.signIn(["email": email], password: Self.password)
        try #require(stranger.status == 200, "\(stranger.error ?? "")")
        let owner = try await signIn(CrashSite.trustedProvider, email)
        #expect(owner["localId"] == email, "an address has two users")
        users[email] = Known(
            id: email,
            identity: "\(CrashSite.trustedProvider)/\(email)",
            hasPassword: false,
            refreshToken: stranger["refreshToken"]
        )
    }

    /// The user of the address confirms the account at a provider that proves nothing.
    private func confirm(_ email: String) async throws {
        let user: [String: Any] = [
            "localId": email, "email": email, "emailVerified": true, "rawPassword": Self.password,
        ]
        try await site.create(user)
        let asked = try await signIn(CrashSite.provider, email)
        #expect(asked.object["needConfirmation"] as? Bool == true && asked["idToken"] == nil)
        let pending = try #require(asked["pendingToken"], "\(asked.object)")
        let own = try await site.signIn(["email": email], password: Self.password)
        let (linked, isRepeated) = try await site.send(
            "/v1/accounts:signInWithIdp",
            ["requestUri": "http://localhost", "pendingToken": pending, "idToken": own["idToken"] ?? ""]
        )
        if linked.status == 200 {
            #expect(linked["localId"] == email, "a proof was linked to another user")
        } else {
            // The use whose response was lost was committed, with its link.
            try #require(isRepeated && linked.error == "INVALID_PENDING_TOKEN", "\(linked.error ?? "")")
        }
        usedTokens.append(pending)
        users[email] = Known(
            id: email,
            identity: "\(CrashSite.provider)/\(email)",
            hasPassword: true,
            refreshToken: nil
        )
    }

    /// The provider gives the address to another person.
    private func recycle(_ email: String) async throws {
        let former = try await signIn(CrashSite.trustedProvider, email, as: "\(email)/former")
        let id = try #require(former["localId"], "\(former.error ?? "")")
        let later = Int64(Date().timeIntervalSince1970) + 10
        let claims: [String: JSONValue?] = ["iat": .integer(later)]
        let present = try await signIn(CrashSite.trustedProvider, email, claims)
        #expect(present["localId"] == id, "an address has two users: \(present.object)")
        ended.append("\(CrashSite.trustedProvider)/\(email)/former")
        users[email] = Known(
            id: id,
            identity: "\(CrashSite.trustedProvider)/\(email)",
            hasPassword: false,
            refreshToken: former["refreshToken"]
        )
    }

    private func signIn(
        _ provider: String,
        _ email: String,
        as subject: String? = nil,
        _ claims: [String: JSONValue?] = [:]
    ) async throws -> Reply {
        let person: [String: JSONValue?] = ["email": .string(email), "email_verified": true]
        let subject = subject ?? email
        let (reply, _) = try await site.signIn(provider, subject, person.merging(claims) { $1 })
        try #require(reply.status == 200, "\(reply.error ?? "")")
        return reply
    }

    func judge(_ pool: PoolScan) async throws {
        let judgements = site.judgements
        for (email, known) in judgements.each("taken, confirmed and recycled addresses", users) {
            let user = pool[id: known.id]
            #expect(user?.identities == [known.identity], "a link is lost or half")
            #expect(user?.email == email && user?.isEmailVerified == true, "an address is lost")
            #expect(user?.hasPassword == known.hasPassword, "a password is lost, or came back")
        }
        for identity in judgements.each("identities of former owners", ended) {
            #expect(pool[identity: identity] == nil, "a former owner came back")
        }
        for known in judgements.some("kept tokens of owners", users.values) {
            try await judgeKeptTokens(of: known)
            judgements.add("sessions of former owners", known.refreshToken == nil ? 0 : 1)
            guard let token = known.refreshToken else { continue }
            let (reply, _) = try await site.send(
                "/v1/token",
                ["grant_type": "refresh_token", "refresh_token": token]
            )
            #expect(reply.status == 400, "the session of a former owner goes on")
        }
        for token in judgements.some("used proofs", usedTokens) {
            let reply = try await site.send(
                "/v1/accounts:signInWithIdp",
                ["requestUri": "http://localhost", "pendingToken": token]
            ).reply
            #expect(reply.error == "INVALID_PENDING_TOKEN", "a proof was used twice")
        }
    }

    /// The kept tokens are those of the account that is linked.
    private func judgeKeptTokens(of known: Known) async throws {
        let parts = known.identity.split(separator: "/", maxSplits: 1).map(String.init)
        let (kept, _) = try await site.send(
            "/v1/projects/default/accounts:providerTokens",
            ["localId": known.id, "providerId": parts[0]],
            asAdministrator: true
        )
        #expect(kept["oauthAccessToken"] == CrashSite.accessToken(of: parts[1]), "kept tokens are lost")
    }
}
