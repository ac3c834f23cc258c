import Testing

/// Signs up by user name after user name, each from two devices at once.
actor UserNameSigner: CrashActor {
    var rounds = 0
    private let name: String
    private let site: CrashSite
    /// The users by their names, with the passwords.
    private var users: [String: (id: String, password: String)] = [:]

    init(_ number: Int, _ site: CrashSite) {
        name = "name\(number)"
        self.site = site
    }

    func round() async throws {
        let name = "\(name)_\(rounds)"
        async let first = signUp(name, "the first password")
        async let second = signUp(name, "the second password")
        let owners = try await [first, second].compactMap(\.self)
        #expect(owners.count == 1, "a name has \(owners.count) users")
        users[name] = owners.first
    }

    /// - Returns: `nil` if another user has the name.
    private func signUp(_ name: String, _ password: String) async throws -> (id: String, password: String)? {
        let body = ["userName": name, "password": password]
        let (reply, isRepeated) = try await site.send("/v1/accounts:signUp", body)
        if reply.status == 200 { return (try #require(reply["localId"]), password) }
        try #require(reply.error == "USER_NAME_EXISTS", "\(reply.error ?? "")")
        guard isRepeated else { return nil }
        // The sign-up whose response was lost may have been committed.
        return try await site.signIn(["userName": name], password: password)["localId"]
            .map { ($0, password) }
    }

    func judge(_ pool: PoolScan) async throws {
        for (name, user) in site.judgements.each("users of names", users) {
            #expect(pool[id: user.id]?.userName == name, "an acknowledged user is lost")
        }
        for (name, user) in site.judgements.some("sign-ins by name", users) {
            let signedIn = try await site.signIn(["userName": name], password: user.password)
            #expect(signedIn["localId"] == user.id, "an acknowledged password is lost")
        }
    }
}
