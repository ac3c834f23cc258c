import CardeaIdentityDomain
import CardeaIdentityService
import CardeaPhoneNumbers
import CardeaSecrets
import CardeaUserNames
import Testing
import CardeaSecrets

@Suite("Users with user names")
struct UserNameSignInTests {
    private let server: Server

    init() async throws { server = try await Server() }

    private func signUp(_ name: String, email: String? = nil) async throws -> SignedIn {
        let new = NewAccount(email: email, userName: name, password: "correct horse")
        return try await server.services.accounts.signUp(new, by: server.caller()).get()
    }

    private func signIn(_ name: String, password: Secret = "correct horse") async throws -> SignedIn {
        try await server.services.signIn.withPassword(
            login: .userName(UserName(given: name)),
            password: password,
            by: server.caller()
        ).get()
    }

    @Test("a user signs up and in by user name in any letter case, and refreshes (K3)")
    func signUpAndIn() async throws {
        let ann = try await signUp("Ann.Smith")
        #expect(ann.user.userName == "ann.smith" && ann.user.email == nil && !ann.user.isAnonymous)
        let again = try await signIn("ＡＮＮ.smith")
        #expect(again.user.id == ann.user.id && again.session.signInProvider == "password")
        _ = try await server.refresh(again.tokens)
        #expect(await failure { try await signIn("ann.smith", password: "wrong") } == .credential(.invalid))
        #expect(await failure { try await signIn("nobody") } == .credential(.invalid))
    }

    @Test("a user with a name and an address signs in by both")
    func both() async throws {
        let ann = try await signUp("ann", email: "ann@example.com")
        #expect(try await signIn("Ann").user.id == ann.user.id)
        #expect(try await server.signIn().user.id == ann.user.id)
    }

    @Test("a user name is unique in its pool, in the form in which names are compared")
    func unique() async throws {
        _ = try await signUp("straße")
        #expect(await failure { try await signUp("STRASSE") } == .user(.userNameExists))
        let blue = try await server.projects.createTenant(
            in: server.project.id,
            id: TenantID(rawValue: "blue"),
            by: .server
        )
        let new = NewAccount(userName: "strasse", password: "correct horse")
        let other = try await server.services.accounts.signUp(new, by: server.caller(tenant: blue.id)).get()
        #expect(other.user.pool.tenant == blue.id)
    }

    @Test("of many sign-ups by one name at the same time, one succeeds")
    func concurrent() async throws {
        let succeeded = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<20 { group.addTask { (try? await signUp("ann")) != nil } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(succeeded == 1)
    }

    @Test(
        "a name that could be an address or a number is rejected",
        arguments: ["", "a", "ann@example.com", "+16505553434", "12345", "ann smith", "аnn"]
    )
    func invalid(name: String) async throws {
        #expect(await failure { try await signUp(name) } == .input(.invalidUserName))
        var changes = AdministeredChanges()
        changes.userName = .set(name)
        #expect(
            await failure { try await server.services.users.create(changes, in: server.pool, by: .server) }
                == .input(.invalidUserName)
        )
    }

    @Test("guesses at a user name are limited (security 11)")
    func throttled() async throws {
        _ = try await signUp("ann")
        for _ in 0..<10 { _ = await failure { try await signIn("ann", password: "wrong") } }
        guard case .tooManyAttempts = await failure(of: { try await signIn("Ann") }) else {
            Issue.record("not limited")
            return
        }
    }

    @Test("a wrong password has one response for unknown, disabled and password-less users (security 12)")
    func enumeration() async throws {
        _ = try await signUp("ann")
        let bob = try await signUp("bob").user
        var disabling = AdministeredChanges()
        disabling.isDisabled = true
        _ = try await server.services.users.update(bob.id, disabling, in: server.pool, by: .server)
        var withoutPassword = AdministeredChanges()
        withoutPassword.userName = .set("carol")
        _ = try await server.services.users.create(withoutPassword, in: server.pool, by: .server)
        // Also where the project tells which addresses have users.
        for protects in [true, false] {
            try await server.changePolicy { $0.signIn.protectsEmailEnumeration = protects }
            for name in ["ann", "bob", "carol", "nobody"] {
                #expect(
                    await failure { try await signIn(name, password: "wrong") } == .credential(.invalid),
                    "\(name)"
                )
            }
        }
        #expect(await failure { try await signIn("bob") } == .user(.disabled))
    }

    @Test("a guest gets a user name and a password, and keeps the id")
    func upgrade() async throws {
        let guest = try await server.services.accounts.signUp(NewAccount(), by: server.caller()).get()
        let who = try await server.authenticate(guest.tokens)
        let changes = AccountChanges(userName: "Ann", password: "correct horse")
        let updated = try await server.services.accounts.update(changes, of: who)
        #expect(updated.user.id == guest.user.id && updated.user.userName == "ann")
        #expect(try await signIn("ann").user.id == guest.user.id)
    }

    @Test("a user changes the name and the password after a recent sign-in (U10)")
    func change() async throws {
        let ann = try await signUp("ann")
        let who = try await server.authenticate(ann.tokens)
        let changes = AccountChanges(userName: "ann2", password: "another horse")
        _ = try await server.services.accounts.update(changes, of: who)
        let again = try await signIn("ann2", password: "another horse")
        #expect(await failure { try await signIn("ann", password: "another horse") } == .credential(.invalid))
        server.clock.advance(.seconds(301))
        let old = try await server.authenticate(again.tokens)
        let second = AccountChanges(userName: "ann3")
        #expect(
            await failure {
                try await server.services.accounts.update(second, of: old)
            } == .credential(.tooOld)
        )
        // The same name in another case is not a change.
        let same = AccountChanges(userName: "ANN2")
        _ = try await server.services.accounts.update(same, of: old)
    }

    @Test("an administrator sets a user name, finds its user, and deletes it (U12)")
    func administrator() async throws {
        var changes = AdministeredChanges()
        changes.userName = .set("Ann")
        changes.phoneNumber = .set("+16505553434")
        changes.password = .set("correct horse")
        let user = try await server.services.users.create(changes, in: server.pool, by: .server)
        let found = try await server.services.users.find(
            [.userName("ANN"), .userName("bob"), .phoneNumber("+16505553434")],
            in: server.pool
        )
        #expect(found == [user])
        let number = try PhoneNumber("+16505553434")
        let byPhone = try await server.services.signIn.withPassword(
            login: .phoneNumber(number),
            password: "correct horse",
            by: server.caller()
        ).get()
        #expect(byPhone.user.id == user.id)
        var deletion = AdministeredChanges()
        deletion.userName = .clear
        let without = try await server.services.users.update(user.id, deletion, in: server.pool, by: .server)
        #expect(without.userName == nil)
        #expect(try await server.services.users.find(.userName("ann"), in: server.pool) == nil)
    }
}
