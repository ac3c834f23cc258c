import CardeaIdentityDomain
import CardeaIdentityService
import Testing

@Suite("Phone numbers of signed-in users")
struct PhoneLinkTests {
    @Test(
        "a proof of a disabled user is rejected, and works again after the user is enabled (security 17)"
    )
    func proofOfDisabled() async throws {
        let server = try await Server()
        let owner = try await server.signIn(server.phoneCode()).user
        let guest = try await server.signUp()
        let pending = try await server.pendingSignIn(
            server.phoneCode(),
            linking: server.authenticate(guest.tokens)
        )
        let proof = PhoneProof.temporaryProof(pending.token, phoneNumber: annsNumber)
        func setDisabled(_ isDisabled: Bool) async throws {
            var changes = AdministeredChanges()
            changes.isDisabled = isDisabled
            _ = try await server.services.users.update(owner.id, changes, in: server.pool, by: .server)
        }
        try await setDisabled(true)
        #expect(await failure { try await server.signIn(proof) } == .user(.disabled))
        try await setDisabled(false)
        #expect(try await server.signIn(proof).user.id == owner.id)
    }

    @Test("an anonymous user gets a number, and keeps the id and the session")
    func anonymous() async throws {
        let server = try await Server()
        let guest = try await server.services.accounts.signUp(NewAccount(), by: server.caller()).get()
        let who = try await server.authenticate(guest.tokens)
        let linked = try await server.signIn(server.phoneCode(), linking: who)
        #expect(linked.user.id == guest.user.id && linked.session.id == guest.session.id && !linked.isNewUser)
        // The access token from before says that the user is anonymous.
        #expect(await failure { try await server.authenticate(guest.tokens) } != nil)
        _ = try await server.refresh(linked.tokens)
        #expect(try await server.signIn(server.phoneCode()).user.id == guest.user.id)
    }

    @Test(
        "a user with a password gets a number, and other sessions and the time of sign-in stay (security 30)"
    )
    func link() async throws {
        let server = try await Server()
        let mine = try await server.signUp()
        let other = try await server.signIn()
        server.clock.advance(.seconds(60))
        let who = try await server.authenticate(mine.tokens)
        let linked = try await server.signIn(server.phoneCode(), linking: who)
        #expect(linked.user.phoneNumber == annsNumber)
        #expect(linked.session.authenticatedAt == mine.session.authenticatedAt)
        _ = try await server.refresh(other.tokens)
        _ = try await server.authenticate(linked.tokens)
    }

    @Test("a user gets a number only after a recent sign-in (security 2)")
    func recent() async throws {
        let server = try await Server()
        let mine = try await server.signUp()
        server.clock.advance(.seconds(301))
        let who = try await server.authenticate(mine.tokens)
        let proof = try await server.phoneCode()
        #expect(await failure { try await server.signIn(proof, linking: who) } == .credential(.tooOld))
        // The user's own number is a proof itself.
        let fresh = try await server.authenticate(server.signIn().tokens)
        _ = try await server.signIn(proof, linking: fresh)
        server.clock.advance(.seconds(301))
        let old = try await server.authenticate(mine.tokens)
        let again = try await server.signIn(server.phoneCode(), linking: old)
        #expect(again.session.authenticatedAt == server.clock.now())
    }

    @Test("another number ends the sessions of other devices")
    func change() async throws {
        let server = try await Server()
        let mine = try await server.signIn(server.phoneCode())
        let other = try await server.signIn(server.phoneCode())
        server.clock.advance(.seconds(2))
        let who = try await server.authenticate(mine.tokens)
        let changed = try await server.signIn(server.phoneCode("+16505553435"), linking: who)
        #expect(changed.user.id == mine.user.id && changed.user.phoneNumber == "+16505553435")
        #expect(
            await failure { try await server.refresh(other.tokens) } == .token(.sessionEnded(.phoneChange))
        )
        _ = try await server.refresh(changed.tokens)
        #expect(try await server.signIn(server.phoneCode()).isNewUser)
    }

    @Test("a number of another user leads to a proof, which signs in to that user once")
    func conflict() async throws {
        let server = try await Server()
        let owner = try await server.signIn(server.phoneCode())
        let guest = try await server.services.accounts.signUp(NewAccount(), by: server.caller()).get()
        let who = try await server.authenticate(guest.tokens)
        let proof = try await server.phoneCode()
        let pending = try await server.pendingSignIn(proof, linking: who)
        guard case .phoneNumberTaken(annsNumber) = pending.reason else {
            Issue.record("\(pending.reason)")
            return
        }
        #expect(pending.lifetime == .seconds(3600))
        #expect(await failure { try await server.signIn(proof) } == .phone(.unknownSession))
        let temporary = PhoneProof.temporaryProof(pending.token, phoneNumber: "+1 650 555 3434")
        #expect(
            await failure { try await server.signIn(temporary, linking: who) } == .user(.phoneNumberExists)
        )
        let wrong = PhoneProof.temporaryProof(pending.token, phoneNumber: "+16505553435")
        #expect(await failure { try await server.signIn(wrong) } == .phone(.invalidProof))
        let signedIn = try await server.signIn(temporary)
        #expect(signedIn.user.id == owner.user.id && !signedIn.isNewUser)
        #expect(await failure { try await server.signIn(temporary) } == .phone(.invalidProof))
    }

    /// An end of the owner of a proof's number, before the proof is used.
    enum Event: CaseIterable { case moved, unlinked, deleted }

    @Test(
        "a proof of a number is void when the number has left its user (security 2)",
        arguments: Event.allCases
    )
    func staleProof(event: Event) async throws {
        let server = try await Server()
        let owner = try await server.signIn(server.phoneCode())
        let guest = try await server.services.accounts.signUp(NewAccount(), by: server.caller()).get()
        let who = try await server.authenticate(guest.tokens)
        let pending = try await server.pendingSignIn(server.phoneCode(), linking: who)
        let users = server.services.users
        var changes = AdministeredChanges()
        switch event {
        case .moved, .unlinked:
            changes.phoneNumber = .clear
            _ = try await users.update(owner.user.id, changes, in: server.pool, by: .server)
        case .deleted: try await users.delete(owner.user.id, in: server.pool, by: .server)
        }
        if event == .moved {
            changes.phoneNumber = .set(annsNumber)
            _ = try await users.create(changes, id: UserID(rawValue: "bob"), in: server.pool, by: .server)
        }
        let count = try await users.count(in: server.pool)
        let proof = PhoneProof.temporaryProof(pending.token, phoneNumber: annsNumber)
        #expect(await failure { try await server.signIn(proof) } == .phone(.invalidProof))
        #expect(await failure { try await server.signIn(proof, linking: who) } == .phone(.invalidProof))
        #expect(try await users.count(in: server.pool) == count)
    }

    @Test("a proof is rejected as a session name, and a session name as a proof")
    func kinds() async throws {
        let server = try await Server()
        guard case .code(_, let name) = try await server.phoneCode() else { return }
        let proof = PhoneProof.temporaryProof(name, phoneNumber: annsNumber)
        #expect(await failure { try await server.signIn(proof) } == .phone(.invalidProof))
    }

    @Test("a reauthentication with the number of another user is rejected (U10)")
    func mismatch() async throws {
        let server = try await Server()
        let mine = try await server.signUp()
        _ = try await server.signIn(server.phoneCode())
        let who = try await server.authenticate(mine.tokens)
        let proof = try await server.phoneCode()
        #expect(
            await failure { try await server.signIn(proof, for: .reauthenticate, linking: who) }
                == .credential(.mismatch)
        )
    }

    @Test("a user deletes the number, which is free then, and other sessions end")
    func unlink() async throws {
        let server = try await Server()
        let mine = try await server.signUp()
        let who = try await server.authenticate(mine.tokens)
        let linked = try await server.signIn(server.phoneCode(), linking: who)
        let elsewhere = try await server.signIn(server.phoneCode())
        func unlink() async throws -> Updated {
            var changes = AccountChanges()
            changes.removesPhoneNumber = true
            return try await server.services.accounts.update(
                changes,
                of: server.authenticate(linked.tokens)
            )
        }
        #expect(try await unlink().user.phoneNumber == nil)
        _ = try await server.refresh(linked.tokens)
        #expect(
            await failure { try await server.refresh(elsewhere.tokens) }
                == .token(.sessionEnded(.phoneChange))
        )
        #expect(try await server.signIn(server.phoneCode()).isNewUser)
        #expect(try await unlink().user.phoneNumber == nil, "without a number, nothing changes")
    }

    @Test("a token of a tenant's user leads to the tenant, which the request need not name (U18)")
    func tenant() async throws {
        let server = try await Server()
        let blue = try await server.projects.createTenant(
            in: server.project.id,
            id: TenantID(rawValue: "blue"),
            by: .server
        )
        let guest = try await server.services.accounts.signUp(
            NewAccount(),
            by: server.caller(tenant: blue.id)
        ).get()
        let who = try await server.authenticate(guest.tokens)
        let proof = try await server.phoneCode(tenant: blue.id)
        #expect(try await server.signIn(proof, linking: who).user.pool.tenant == blue.id)
    }
}
