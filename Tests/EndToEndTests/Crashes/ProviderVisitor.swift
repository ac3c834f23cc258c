import CardeaEncodings
import CardeaHTTPMessages
import Foundation
import ProviderStandIns
import Testing

/// Signs in with an identity provider by token and by redirect, links and unlinks.
actor ProviderVisitor: CrashActor {
    static let quietRounds = 6
    var rounds = 0
    private let name: String
    private let site: CrashSite
    private var redirects = 0
    /// The users of the subjects.
    private var users: [String: String] = [:]
    /// The subjects that have no user any more.
    private var former: Set<String> = []

    init(_ number: Int, _ site: CrashSite) {
        name = "visitor\(number)"
        self.site = site
    }

    func round() async throws {
        let subject = "\(name)/\(rounds)"
        switch rounds % 3 {
        case 0: try await signIn(subject)
        case 1: try await link(subject)
        default: try await redirect(subject)
        }
        // Somebody who was there before comes again.
        if let known = users.keys.randomElement(), !former.contains(known) { try await signIn(known) }
    }

    /// Signs in with an ID token; each sign-in of a subject is of one user.
    @discardableResult
    private func signIn(_ subject: String) async throws -> Reply {
        let (reply, _) = try await send(subject, [:])
        let id = try #require(reply["localId"], "\(reply.error ?? "")")
        if let user = users[subject] {
            #expect(id == user, "a subject has two users")
            #expect(reply.object["isNewUser"] == nil, "an acknowledged user is lost")
        }
        users[subject] = id
        return reply
    }

    /// Makes a guest, gives it a subject, and sometimes takes the subject away again.
    private func link(_ subject: String) async throws {
        let (id, idToken) = try await site.guest()
        let (linked, isRepeated) = try await send(subject, ["idToken": idToken])
        if linked.status != 200 {
            // The link whose response was lost was committed: it ended the guest's tokens.
            try #require(isRepeated && linked.error == "TOKEN_EXPIRED", "\(linked.error ?? "")")
        } else {
            #expect(linked["localId"] == id)
        }
        let owner = try await signIn(subject)
        #expect(owner["localId"] == id, "a link is lost or half")
        guard rounds % 2 == 0 else { return }
        let unlink: [String: Any] = [
            "idToken": owner["idToken"] ?? "", "deleteProvider": [CrashSite.provider],
        ]
        let unlinked = try await site.send("/v1/accounts:update", unlink).reply
        #expect(unlinked.status == 200, "\(unlinked.error ?? "")")
        former.insert(subject)
    }

    /// Goes through a redirect.
    ///
    /// A step whose response was lost may have been taken, and is taken once.
    private func redirect(_ subject: String) async throws {
        // A network begins six hundred redirects in some minutes.
        guard redirects < 150 else { return }
        redirects += 1
        let begin = ["providerId": CrashSite.provider, "continueUri": RedirectVisitor.app]
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
            "/auth/handler/\(CrashSite.provider)?\(query)",
            cookie: String(cookie)
        )
        guard let url = back.fields[.location] else {
            #expect(isBackLost, "status \(back.status)")
            return
        }
        let finish = ["requestUri": url, "sessionId": begun["sessionId"] ?? ""]
        let (reply, isUsed) = try await site.send("/v1/accounts:signInWithIdp", finish)
        if let id = reply["localId"] {
            users[subject] = id
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
        try await site.signIn(CrashSite.provider, subject, ["email": .string(email(of: subject))], more)
    }

    /// Compares the subjects with their users, and the users with their subjects.
    func judge(_ pool: PoolScan) {
        site.judgements.add("unlinked identities", former.count)
        for (subject, id) in site.judgements.each("identities of visitors", users) {
            let identity = "\(CrashSite.provider)/\(subject)"
            let isLinked = !former.contains(subject)
            #expect(pool[identity: identity]?.id == (isLinked ? id : nil), "a link is lost or half")
            #expect(pool[id: id]?.identities == (isLinked ? [identity] : []), "a link is lost or half")
            #expect(pool[email: email(of: subject)]?.id == id, "a subject has two users")
        }
    }
}
