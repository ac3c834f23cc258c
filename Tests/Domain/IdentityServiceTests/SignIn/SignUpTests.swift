import CardeaIdentityDomain
import CardeaIdentityService
import Testing
import CardeaSecrets

@Suite("Signing up")
struct SignUpTests {
    @Test("sign-up with e-mail sets only the address, and issues both tokens (K1, U4)")
    func email() async throws {
        let server = try await Server()
        let signedIn = try await server.signUp("Ann@Example.com")
        #expect(signedIn.isNewUser)
        #expect(signedIn.user.email?.description == "ann@example.com")
        #expect(!signedIn.user.isEmailVerified && !signedIn.user.isAnonymous)
        #expect(signedIn.user.displayName == nil && signedIn.user.photoURL == nil)
        #expect(signedIn.user.id.rawValue.count == 28)
        #expect(signedIn.tokens.refreshToken != nil)
        #expect(try await server.authenticate(signedIn.tokens).user.id == signedIn.user.id)
    }

    @Test("an anonymous user is signed in like any other (S6)")
    func anonymous() async throws {
        let server = try await Server()
        let signedIn = try await server.services.accounts.signUp(
            NewAccount(displayName: "Guest"),
            by: server.caller()
        ).get()
        #expect(signedIn.user.isAnonymous && signedIn.session.signInProvider == "anonymous")
        _ = try await server.refresh(signedIn.tokens)
    }

    @Test(
        "missing and malformed values are reported",
        arguments: [
            (NewAccount(email: "a@b.cd"), .password(.missing)),
            (NewAccount(email: "a@b.cd", password: ""), .password(.missing)),
            (NewAccount(password: "longenough"), .input(.missingEmail)),
            (NewAccount(email: "a", password: "longenough"), .input(.invalidEmail)),
            (NewAccount(email: "a@b.cd", password: "short"), .password(.tooShort(minimum: 8))),
            (
                NewAccount(email: "a@b.cd", password: Secret(String(repeating: "x", count: 4097))),
                .password(.requirements([.atMost(4096)]))
            ),
            (
                NewAccount(email: "a@b.cd", password: Secret(String(repeating: "é", count: 2049))),
                .password(.tooLong)
            ),
            (NewAccount(displayName: String(repeating: "x", count: 257)), .input(.invalidDisplayName)),
            (NewAccount(photoURL: "javascript:alert(1)"), .input(.invalidPhotoURL)),
            (NewAccount(lifetime: .zero), .input(.invalidLifetime)),
        ] as [(NewAccount, IdentityError)]
    )
    func rejections(new: NewAccount, error: IdentityError) async throws {
        let server = try await Server()
        #expect(
            await failure { try await server.services.accounts.signUp(new, by: server.caller()).get() }
                == error
        )
    }

    @Test("an address is in use in any letter case")
    func taken() async throws {
        let server = try await Server()
        _ = try await server.signUp()
        #expect(await failure { try await server.signUp("ANN@example.com") } == .user(.emailExists))
    }

    @Test(
        "operations that the project turns off are rejected (U11)",
        arguments: [
            ({ @Sendable policy in policy.signUp.allowed = false }, true, .rule(.administratorOnly)),
            ({ @Sendable policy in policy.signUp.allowed = false }, false, .rule(.administratorOnly)),
            ({ @Sendable policy in policy.signIn.allowsPassword = false }, true, .rule(.operationNotAllowed)),
            ({ @Sendable policy in policy.signIn.allowsAnonymous = false }, false, .rule(.administratorOnly)),
        ] as [(@Sendable (inout Policy) -> Void, Bool, IdentityError)]
    )
    func turnedOff(
        turnOff: @Sendable (inout Policy) -> Void,
        withPassword: Bool,
        error: IdentityError
    ) async throws {
        var policy = Policy()
        turnOff(&policy)
        let server = try await Server(policy: policy)
        let new = withPassword ? NewAccount(email: "a@b.cd", password: "longenough") : NewAccount()
        #expect(
            await failure { try await server.services.accounts.signUp(new, by: server.caller()).get() }
                == error
        )
    }

    @Test("a sign-in may ask for its access-token lifetime, capped by the maximum (K6)")
    func lifetime() async throws {
        let server = try await Server()
        let lifetimes: [(TimeSpan?, TimeSpan)] = [
            (nil, .hours(1)), (.minutes(5), .minutes(5)), (.days(9), .days(1)),
        ]
        for (asked, granted) in lifetimes {
            let signedIn = try await server.services.accounts.signUp(
                NewAccount(lifetime: asked),
                by: server.caller()
            ).get()
            #expect(signedIn.tokens.lifetime == granted)
            #expect(try await server.refresh(signedIn.tokens).tokens.lifetime == granted)
        }
    }

    @Test("an anonymous user becomes a full one, with the same account and session")
    func upgrade() async throws {
        let server = try await Server()
        let guest = try await server.services.accounts.signUp(NewAccount(), by: server.caller()).get()
        server.clock.advance(.hours(1))
        let fresh = try await server.refresh(guest.tokens)
        let who = try await server.authenticate(fresh.tokens)
        server.clock.advance(.seconds(1))
        let full = try await server.services.accounts.upgradeAnonymous(
            who,
            email: "ann@example.com",
            password: "correct horse",
            displayName: "Ann",
            photoURL: "https://example.com/ann.png"
        ).get()
        #expect(full.user.id == guest.user.id && full.session.id == guest.session.id)
        #expect(!full.user.isAnonymous && full.user.displayName == "Ann")
        #expect(full.user.photoURL == "https://example.com/ann.png")
        #expect(full.session.signInProvider == "password")
        // The response may be lost: the tokens from before still lead on, the access token says too little.
        #expect(await failure { try await server.authenticate(fresh.tokens) } == .token(.accessTokenExpired))
        #expect(try await server.refresh(fresh.tokens).user.email != nil)
        _ = try await server.signIn()
    }

    @Test("an upgrade rejects an address in use and a second upgrade")
    func upgradeRejections() async throws {
        let server = try await Server()
        _ = try await server.signUp()
        let guest = try await server.services.accounts.signUp(NewAccount(), by: server.caller()).get()
        let who = try await server.authenticate(guest.tokens)
        let upgrade = { (email: String) in
            await failure {
                try await server.services.accounts.upgradeAnonymous(
                    who,
                    email: email,
                    password: "longenough",
                    displayName: nil
                ).get()
            }
        }
        #expect(await upgrade("ann@example.com") == .user(.emailExists))
        #expect(await upgrade("bob@example.com") == nil)
        #expect(await upgrade("cat@example.com") == .user(.emailExists))
    }
}
