import CardeaCryptography
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaIdentityStore
import CardeaSecrets
import Testing

@Suite("Sign-in by phone")
struct PhoneSignInTests {
    @Test("a code signs up a new number, and signs in a known one; refreshes work (K1, K3, U6)")
    func signUp() async throws {
        let server = try await Server()
        let first = try await server.signIn(server.phoneCode("+1 (650) 555-3434"))
        #expect(first.isNewUser && first.user.phoneNumber == annsNumber && !first.user.isAnonymous)
        #expect(first.session.signInProvider == "phone")
        _ = try await server.refresh(first.tokens)
        let second = try await server.signIn(server.phoneCode())
        #expect(!second.isNewUser && second.user.id == first.user.id && second.session.id != first.session.id)
    }

    @Test("a code works once (security 18)")
    func once() async throws {
        let server = try await Server()
        let proof = try await server.phoneCode()
        _ = try await server.signIn(proof)
        #expect(await failure { try await server.signIn(proof) } == .phone(.unknownSession))
    }

    @Test("of 100 uses of one code at the same time, one signs in (security 18)")
    func concurrentUses() async throws {
        let server = try await Server()
        let proof = try await server.phoneCode()
        let signedIn = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<100 {
                group.addTask {
                    (try? await server.signIn(proof, from: "198.51.100.\(number)")) != nil
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(signedIn == 1)
        #expect(try await server.services.users.count(in: server.pool) == 1)
    }

    @Test("five codes of a new number that are used at the same time all sign in, as one user (security 18)")
    func concurrentCodes() async throws {
        let server = try await Server()
        var proofs: [PhoneProof] = []
        for number in 0..<5 { proofs.append(try await server.phoneCode(from: "198.51.100.\(number)")) }
        let errors = await withTaskGroup(of: IdentityError?.self) { group in
            for proof in proofs { group.addTask { await failure { try await server.signIn(proof) } } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(errors == [nil, nil, nil, nil, nil])
        #expect(try await server.services.users.count(in: server.pool) == 1)
    }

    @Test("after five wrong codes the right one is rejected, also from other networks (security 11)")
    func guesses() async throws {
        let server = try await Server()
        let proof = try await server.phoneCode()
        for number in 0..<5 {
            #expect(
                await failure { try await server.signIn(proof.wrong, from: "198.51.100.\(number)") }
                    == .phone(.wrongCode)
            )
        }
        #expect(await failure { try await server.signIn(proof.wrong) } == .phone(.expiredSession))
        #expect(await failure { try await server.signIn(proof) } == .phone(.expiredSession))
        _ = try await server.signIn(server.phoneCode())
    }

    @Test("wrong codes at the same time are limited, too (security 11)")
    func concurrentGuesses() async throws {
        let server = try await Server()
        let proof = try await server.phoneCode()
        let errors = await withTaskGroup(of: IdentityError?.self) { group in
            for number in 0..<60 {
                group.addTask {
                    await failure { try await server.signIn(proof.wrong, from: "198.51.100.\(number)") }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(errors.count { $0 == .phone(.wrongCode) } == 5)
        #expect(errors.count { $0 == .phone(.expiredSession) } == 55)
    }

    @Test("a code expires (security 28)")
    func expiry() async throws {
        let server = try await Server()
        let proof = try await server.phoneCode()
        server.clock.advance(.seconds(600))
        #expect(await failure { try await server.signIn(proof) } == .phone(.expiredSession))
        #expect(try await server.services.cleanup.deleteExpiredPhoneCodes(limit: 9) == 0)
        server.clock.advance(.seconds(3601))
        #expect(try await server.services.cleanup.deleteExpiredPhoneCodes(limit: 9) == 1)
        #expect(await failure { try await server.signIn(proof) } == .phone(.unknownSession))
    }

    @Test("the database has no code in plain text, and no name of one (security 24)")
    func storedCode() async throws {
        let server = try await Server()
        guard case .code(let code, let name) = try await server.phoneCode() else { return }
        let id = SHA256.hash(name.utf8)
        let row = try #require(try await server.store.read(.phoneCode(id: id)))
        #expect(row.codeHash != SHA256.hash(code.utf8) && row.codeHash != SHA256.hash(id + Array(code.utf8)))
        let message = try #require(
            try await server.store.read(.textMessages(MailSearch(limit: 9))).first
        )
        #expect(!String(decoding: message.sealedCode, as: UTF8.self).contains(code.reveal()))
    }

    @Test("a code names six digits, each number the same way whether a user has it or not (security 12)")
    func sameForAll() async throws {
        let server = try await Server()
        _ = try await server.signIn(server.phoneCode())
        for number in [annsNumber, "+16505553435"] {
            guard case .code(let code, let name) = try await server.phoneCode(number) else { return }
            #expect(code.utf8.count == 6 && code.utf8.allSatisfy { (48...57).contains($0) })
            #expect(name.utf8.count == 43)
        }
    }

    @Test("a disabled user does not sign in, and learns it only with the right code (security 17)")
    func disabled() async throws {
        let server = try await Server()
        let user = try await server.signIn(server.phoneCode()).user
        var changes = AdministeredChanges()
        changes.isDisabled = true
        _ = try await server.services.users.update(user.id, changes, in: server.pool, by: .server)
        let proof = try await server.phoneCode()
        #expect(await failure { try await server.signIn(proof.wrong) } == .phone(.wrongCode))
        #expect(await failure { try await server.signIn(proof) } == .user(.disabled))
    }

    @Test("without sign-up, a code creates no user, and signs in a known number (U11)")
    func closedSignUp() async throws {
        let server = try await Server()
        let known = try await server.signIn(server.phoneCode())
        try await server.changePolicy { $0.signUp.allowed = false }
        let unknown = try await server.phoneCode("+16505553435")
        #expect(await failure { try await server.signIn(unknown) } == .rule(.administratorOnly))
        #expect(try await server.signIn(server.phoneCode()).user.id == known.user.id)
        let guest = try await server.phoneCode("+16505553436")
        try await server.changePolicy { $0.signIn.allowsPhone = false }
        #expect(await failure { try await server.signIn(guest) } == .rule(.operationNotAllowed))
        #expect(await failure { try await server.phoneCode() } == .rule(.operationNotAllowed))
    }

    @Test("a reauthentication creates no user (U10)")
    func reauthentication() async throws {
        let server = try await Server()
        let proof = try await server.phoneCode()
        #expect(await failure { try await server.signIn(proof, for: .reauthenticate) } == .user(.notFound))
        let user = try await server.signIn(proof).user
        let again = try await server.phoneCode()
        #expect(try await server.signIn(again, for: .reauthenticate).user.id == user.id)
    }

    @Test("each tenant has its own users, and a code belongs to one tenant (U18, security 19)")
    func tenants() async throws {
        let server = try await Server()
        let blue = try await server.projects.createTenant(
            in: server.project.id,
            id: TenantID(rawValue: "blue"),
            by: .server
        )
        let mine = try await server.signIn(server.phoneCode())
        let proof = try await server.phoneCode(tenant: blue.id)
        #expect(await failure { try await server.signIn(proof) } == .phone(.unknownSession))
        let theirs = try await server.signIn(proof, tenant: blue.id)
        #expect(theirs.isNewUser && theirs.user.id != mine.user.id && theirs.user.pool.tenant == blue.id)
    }

    @Test("invalid texts are rejected before anything is stored (security 20)")
    func invalid() async throws {
        let server = try await Server()
        for number in ["", "6505553434", "+1650", String(repeating: "1", count: 10_240), "+1\0"] {
            #expect(await failure { try await server.phoneCode(number) } == .input(.invalidPhoneNumber))
        }
        let cases: [(PhoneProof, IdentityError)] = [
            (.code("123456", sessionInfo: ""), .phone(.missingSession)),
            (.code("", sessionInfo: "x"), .phone(.missingCode)),
            (.code("123456", sessionInfo: "x"), .phone(.unknownSession)),
            (.temporaryProof("x", phoneNumber: ""), .phone(.missingPhoneNumber)),
            (.temporaryProof("x", phoneNumber: "1"), .input(.invalidPhoneNumber)),
            (.temporaryProof("x", phoneNumber: annsNumber), .phone(.invalidProof)),
        ]
        for (proof, error) in cases { #expect(await failure { try await server.signIn(proof) } == error) }
    }
}
