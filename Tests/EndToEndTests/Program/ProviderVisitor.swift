import CardeaEncodings
import CardeaHTTPMessages
import Foundation
import Testing

/// Signs in with an identity provider by token and by redirect, links and unlinks, while the server is killed.
actor ProviderVisitor {
    private static let provider = "oidc.acme"
    private let name: String
    private let site: CrashSite
    private var steps = 0
    private var redirects = 0
    /// The users of the subjects; `nil` for a subject that was unlinked.
    private var owners: [String: String?] = [:]

    init(name: String, site: CrashSite) {
        self.name = name
        self.site = site
    }

    func run(until end: ContinuousClock.Instant) async throws {
        while ContinuousClock.now < end || steps < 12 {
            steps += 1
            let subject = "\(name)/\(steps)"
            switch steps % 3 {
            case 0: try await signIn(subject)
            case 1: try await link(subject)
            default: try await redirect(subject)
            }
            // Somebody who was there before comes again.
            if let known = owners.keys.randomElement(), owners[known] != .some(nil) {
                try await signIn(known)
            }
        }
    }

    /// Signs in with an ID token; each sign-in of a subject is of one user.
    @discardableResult
    private func signIn(_ subject: String) async throws -> Reply {
        let (reply, _) = try await send(subject, [:])
        let id = try #require(reply["localId"], "\(reply.error ?? "")")
        if let owner = owners[subject] ?? nil {
            #expect(id == owner, "a subject has two users")
            #expect(reply.object["isNewUser"] == nil, "an acknowledged user is lost")
        }
        owners[subject] = id
        return reply
    }

    /// Makes a guest, gives it a subject, and sometimes takes the subject away again.
    private func link(_ subject: String) async throws {
        let guest = try await site.send("/v1/accounts:signUp", ["returnSecureToken": true]).reply
        let id = try #require(guest["localId"], "\(guest.error ?? "")")
        let (linked, isRepeated) = try await send(subject, ["idToken": guest["idToken"] ?? ""])
        if linked.status != 200 {
            // The link whose response was lost was committed: it ended the guest's tokens.
            try #require(isRepeated && linked.error == "TOKEN_EXPIRED", "\(linked.error ?? "")")
        } else {
            #expect(linked["localId"] == id)
        }
        let owner = try await signIn(subject)
        #expect(owner["localId"] == id, "a link is lost or half")
        guard steps % 2 == 0 else { return }
        let unlink: [String: Any] = ["idToken": owner["idToken"] ?? "", "deleteProvider": [Self.provider]]
        let unlinked = try await site.send("/v1/accounts:update", unlink).reply
        #expect(unlinked.status == 200, "\(unlinked.error ?? "")")
        owners[subject] = .some(nil)
    }

    /// Goes through a redirect. A step whose response was lost may have been taken, and is taken once.
    private func redirect(_ subject: String) async throws {
        // A network begins six hundred redirects in some minutes.
        guard redirects < 150 else { return }
        redirects += 1
        let begin = ["providerId": Self.provider, "continueUri": RedirectVisitor.app]
        let begun = try await site.send("/v1/accounts:createAuthUri", begin).reply
        let start = try #require(begun["authUri"]?.split(separator: "/auth/").last, "\(begun.error ?? "")")
        let (page, isLost) = try await site.open("/auth/\(start)", cookie: nil)
        guard let asked = page.fields[.location]?.formItems,
            let cookie = page.fields["set-cookie"]?.split(separator: ";").first
        else {
            #expect(isLost, "status \(page.status)")
            return
        }
        let code = FormCoding.encode([
            (name: "sub", value: subject), (name: "nonce", value: asked["nonce"] ?? ""),
            (name: "email", value: email(of: subject)),
        ])
        let query = FormCoding.encode([
            (name: "code", value: code), (name: "state", value: asked["state"] ?? ""),
        ])
        let (back, isBackLost) = try await site.open(
            "/auth/handler/\(Self.provider)?\(query)",
            cookie: String(cookie)
        )
        guard let url = back.fields[.location] else {
            #expect(isBackLost, "status \(back.status)")
            return
        }
        let finish = ["requestUri": url, "sessionId": begun["sessionId"] ?? ""]
        let (reply, isUsed) = try await site.send("/v1/accounts:signInWithIdp", finish)
        if let id = reply["localId"] {
            owners[subject] = id
        } else {
            #expect(isUsed && reply.status == 400, "\(reply.error ?? "\(reply.status)")")
        }
        try await signIn(subject)
    }

    private func email(of subject: String) -> String {
        subject.replacingOccurrences(of: "/", with: "-") + "@acme.example"
    }

    private func send(
        _ subject: String,
        _ more: [String: String]
    ) async throws -> (reply: Reply, isRepeated: Bool) {
        let token = try site.provider.idToken(
            for: "cardea",
            ["sub": .string(subject), "email": .string(email(of: subject))]
        )
        let body = [
            "requestUri": "http://localhost", "postBody": "providerId=\(Self.provider)&id_token=\(token)",
        ]
        return try await site.send("/v1/accounts:signInWithIdp", body.merging(more) { $1 })
    }

    /// Compares the subjects with their users, and the users with their subjects.
    func judge() async throws {
        for (subject, owner) in owners {
            let id = ["providerId": Self.provider, "rawId": subject]
            let found = try await lookup(["federatedUserId": [id]])
            #expect(found.compactMap { $0["localId"] as? String } == (owner.map { [$0] } ?? []))
            for user in found {
                let linked = user["providerUserInfo"] as? [[String: Any]] ?? []
                #expect(linked.map { $0["rawId"] as? String } == [subject], "a link is lost or half")
            }
            let named = try await lookup(["email": [email(of: subject)]])
            #expect(named.count <= 1, "a subject has two users")
        }
    }

    private func lookup(_ body: [String: Any]) async throws -> [[String: Any]] {
        let path = "/v1/projects/default/accounts:lookup"
        let (reply, _) = try await site.send(path, body, asAdministrator: true)
        try #require(reply.status == 200, "\(reply.error ?? "")")
        return reply.object["users"] as? [[String: Any]] ?? []
    }
}
