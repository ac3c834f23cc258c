import Testing

/// Signs up by link after link that was sent by e-mail.
actor EmailLinkVisitor: MessageReader {
    private static let path = "/v1/accounts:signInWithEmailLink"
    var rounds = 0
    private let domain: String
    private let site: CrashSite
    let ledger: MessageLedger
    private var users: [String: String] = [:]
    private var used: [Arrival] = []

    init(_ number: Int, _ site: CrashSite) {
        domain = "link\(number).example"
        self.site = site
        ledger = MessageLedger(site)
    }

    func round() async throws {
        let email = "user\(rounds)@\(domain)"
        try await ledger.requestLink(.emailSignIn, to: email, "EMAIL_SIGNIN")
        try await useMessages()
    }

    /// Uses all links to an address: the first one signs up, and ends the others.
    func use(_ links: [Arrival]) async throws {
        for link in links {
            let email = link.topic.recipient
            used.append(link)
            let (reply, isRepeated) = try await site.send(Self.path, ["email": email, "oobCode": link.code])
            if users[email] != nil {
                #expect(reply.error == "INVALID_OOB_CODE", "two links to one address were valid")
            } else if let id = reply["localId"] {
                #expect(reply.object["isNewUser"] as? Bool == true, "an address has two users")
                users[email] = id
            } else {
                // The use whose response was lost was committed, with its user.
                #expect(isRepeated && reply.error == "INVALID_OOB_CODE", "\(reply.error ?? "")")
                let found = try await site.lookup(["email": [email]]).first?["localId"] as? String
                #expect(found != nil, "a link signed up nobody")
                users[email] = found
            }
        }
    }

    func judge(_ pool: PoolScan) async throws {
        try await ledger.judge()
        for (email, id) in site.judgements.each("users of links", users) {
            let user = pool[id: id]
            #expect(user?.email == email && user?.isEmailVerified == true, "an acknowledged user is lost")
        }
        for link in site.judgements.some("used links to sign in", used) {
            let reply = try await site.send(
                Self.path,
                ["email": link.topic.recipient, "oobCode": link.code]
            ).reply
            #expect(reply.error == "INVALID_OOB_CODE", "a link was used twice")
        }
    }
}
