import Testing

/// Requests a link for user after user, and sets new passwords by the links in the mails.
actor PasswordResetter: MessageReader {
    var rounds = 0
    private let domain: String
    private let site: CrashSite
    let ledger: MessageLedger
    /// The codes that have set the passwords of users.
    private var used: [String: String] = [:]
    private var codes: [String] = []

    init(_ number: Int, _ site: CrashSite) {
        domain = "reset\(number).example"
        self.site = site
        ledger = MessageLedger(site)
    }

    func round() async throws {
        let email = "user\(rounds)@\(domain)"
        try await site.create(["localId": email, "email": email, "rawPassword": "first password"])
        try await ledger.requestLink(.passwordReset, to: email, "PASSWORD_RESET")
        try await useMessages()
    }

    /// Uses all codes of a user: the first one sets the password, and ends the others.
    func use(_ links: [Arrival]) async throws {
        for link in links {
            let email = link.topic.recipient
            let (reply, isRepeated) = try await site.send(
                "/v1/accounts:resetPassword",
                ["oobCode": link.code, "newPassword": password(by: link.code)]
            )
            try #require(reply.status == 200 || reply.error == "INVALID_OOB_CODE", "\(reply.error ?? "")")
            // The use whose response was lost may have been committed.
            let wasLost = reply.status != 200 && isRepeated
            let isUsed = wasLost ? try await signsIn(email, by: link.code) : reply.status == 200
            if used[email] == nil {
                #expect(isUsed, "the code of a mail is invalid")
            } else {
                #expect(!isUsed, "two codes of one user were valid")
            }
            if isUsed { used[email] = link.code }
            codes.append(link.code)
        }
    }

    private func password(by code: String) -> String { "new password \(code)" }

    private func signsIn(_ email: String, by code: String) async throws -> Bool {
        try await site.signIn(["email": email], password: password(by: code)).status == 200
    }

    func judge(_ pool: PoolScan) async throws {
        try await ledger.judge()
        for code in site.judgements.some("used links to a password", codes) {
            let body = ["oobCode": code, "newPassword": "password of a thief"]
            let reply = try await site.send("/v1/accounts:resetPassword", body).reply
            #expect(reply.error == "INVALID_OOB_CODE", "a code was used twice")
        }
        for (email, code) in site.judgements.each("passwords by link", used) {
            #expect(try await signsIn(email, by: code), "an acknowledged password is lost")
        }
    }
}
