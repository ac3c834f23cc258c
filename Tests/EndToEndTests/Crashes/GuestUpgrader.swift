import Testing

/// Gives guest after guest a password, with an address or with a user name; each stays the same user.
actor GuestUpgrader: CrashActor {
    private static let password = "correct horse battery"
    static let quietRounds = 2
    var rounds = 0
    private let name: String
    private let site: CrashSite
    /// The users by their sign-in names.
    private var users: [String: (id: String, login: [String: String])] = [:]

    init(_ number: Int, _ site: CrashSite) {
        name = "guest\(number)"
        self.site = site
    }

    func round() async throws {
        let (id, idToken) = try await site.guest()
        let login =
            rounds % 2 == 0
            ? ["email": "user\(rounds)@\(name).example"] : ["userName": "\(name)_\(rounds)"]
        let (reply, isRepeated) = try await site.send(
            "/v1/accounts:signUp",
            login.merging(["idToken": idToken, "password": Self.password]) { $1 }
        )
        if reply.status == 200 {
            #expect(reply["localId"] == id, "a guest has become another user")
        } else {
            // The upgrade whose response was lost was committed: it ended the guest's tokens.
            try #require(isRepeated && reply.error == "TOKEN_EXPIRED", "\(reply.error ?? "")")
        }
        users["\(rounds)"] = (id, login)
    }

    func judge(_ pool: PoolScan) async throws {
        for (id, login) in site.judgements.each("guests with a password", users.values) {
            let user = pool[id: id]
            #expect(user?.hasPassword == true, "an acknowledged password is lost")
            #expect(user?.email == login["email"] && user?.userName == login["userName"])
        }
        for (id, login) in site.judgements.some("sign-ins of former guests", users.values) {
            let signedIn = try await site.signIn(login, password: Self.password)
            #expect(signedIn["localId"] == id, "an acknowledged password is lost: \(signedIn.error ?? "")")
        }
    }
}
