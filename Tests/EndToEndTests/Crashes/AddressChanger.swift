import Testing

/// Verifies the address of user after user, changes it, and brings every other one back by the mail to the former address.
actor AddressChanger: MessageReader {
    private struct Person {
        let id: String
        let former: String
        let idToken: String
        var email: String
        var isVerified = false
    }

    var rounds = 0
    private let domain: String
    private let site: CrashSite
    let ledger: MessageLedger
    private var people: [Int: Person] = [:]
    private var codes: [String] = []

    init(_ number: Int, _ site: CrashSite) {
        domain = "address\(number).example"
        self.site = site
        ledger = MessageLedger(site)
    }

    func round() async throws {
        let email = address("former", rounds)
        try await site.create(["localId": email, "email": email, "rawPassword": "first password"])
        let signedIn = try await site.signIn(["email": email], password: "first password")
        let idToken = try #require(signedIn["idToken"], "\(signedIn.error ?? "")")
        people[rounds] = Person(id: email, former: email, idToken: idToken, email: email)
        try await ledger.requestLink(.verifyEmail, to: email, "VERIFY_EMAIL", ["idToken": idToken])
        try await useMessages()
    }

    func settle() async throws {
        // Each link that is used sends the next one.
        for _ in 0..<3 {
            try await ledger.settle()
            try await useMessages(isSettled: true)
        }
        try await ledger.settle()
    }

    private func address(_ name: String, _ number: Int) -> String { "\(name)\(number)@\(domain)" }

    func use(_ links: [Arrival]) async throws {
        let topic = links[0].topic
        let number = try #require(topic.recipient.firstMatch(of: #/\d+/#).flatMap { Int($0.output) })
        switch topic.kind {
        case .verifyEmail: try await verify(number, by: links)
        case .verifyAndChangeEmail: try await change(number, by: links)
        case .recoverEmail: if number % 2 == 0 { try await recover(number, by: links) }
        case .passwordReset, .emailSignIn, .text: break
        }
    }

    private func verify(_ number: Int, by links: [Arrival]) async throws {
        try await useFirst(of: links, for: number) { $0["emailVerified"] as? Bool == true }
        people[number]?.isVerified = true
        let new = address("new", number)
        let body = ["idToken": people[number]?.idToken ?? "", "newEmail": new]
        try await ledger.requestLink(.verifyAndChangeEmail, to: new, "VERIFY_AND_CHANGE_EMAIL", body)
    }

    /// The former address gets one mail, with the change.
    private func change(_ number: Int, by links: [Arrival]) async throws {
        let (former, new) = (address("former", number), address("new", number))
        let recovery = Topic(kind: .recoverEmail, recipient: former)
        await ledger.announce(recovery)
        try await useFirst(of: links, for: number) { $0["email"] as? String == new }
        await ledger.expect(recovery)
        people[number]?.email = new
    }

    private func recover(_ number: Int, by links: [Arrival]) async throws {
        let former = address("former", number)
        try await useFirst(of: links, for: number) { $0["email"] as? String == former }
        people[number]?.email = former
    }

    /// Uses all codes: the first one is valid, and ends the others.
    ///
    /// - Parameters:
    ///   - links: The codes.
    ///   - number: The user.
    ///   - isApplied: Whether the user is as after the use: its response may have been lost.
    /// - Throws: A response that no actor expects.
    private func useFirst(
        of links: [Arrival],
        for number: Int,
        isApplied: ([String: Any]) -> Bool
    ) async throws {
        for (index, link) in links.enumerated() {
            codes.append(link.code)
            let (reply, isRepeated) = try await site.send("/v1/accounts:update", ["oobCode": link.code])
            var isUsed = reply.status == 200
            if !isUsed {
                try #require(reply.error == "INVALID_OOB_CODE", "\(reply.error ?? "")")
                if isRepeated, index == 0, let id = people[number]?.id {
                    isUsed = try await site.lookup(["localId": [id]]).first.map(isApplied) ?? false
                }
            }
            #expect(isUsed == (index == 0), "of several codes, one is valid")
        }
    }

    func judge(_ pool: PoolScan) async throws {
        try await ledger.judge()
        let judgements = site.judgements
        judgements.add("verified addresses", people.values.count(where: \.isVerified))
        judgements.add("changed addresses", people.values.count { $0.email != $0.former })
        for person in people.values {
            let user = pool[id: person.id]
            #expect(user?.email == person.email, "an acknowledged address is lost")
            #expect(user?.isEmailVerified == person.isVerified, "an acknowledged verification is lost")
        }
        for code in judgements.some("used links to an address", codes) {
            let reply = try await site.send("/v1/accounts:update", ["oobCode": code]).reply
            #expect(reply.error == "INVALID_OOB_CODE", "a code was used twice")
        }
    }
}
