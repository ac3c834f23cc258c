import Cardea
import CardeaSession
import CardeaTesting
import Testing

@Suite struct SignInTests {
    @Test("a sign-up fills the e-mail alone and brings both tokens (U1, U4, K1)") func signUp() async throws {
        let desk = try Desk()
        let (client, user) = try await desk.signedUp()
        #expect(client.currentUser === user)
        #expect(user.email == Desk.email && user.displayName == nil && user.photoURL == nil)
        #expect(!user.isAnonymous && user.isRefreshable)
        #expect(user.tokenTimes?.lifetime == .seconds(3600))
    }

    @Test("a sign-in stores the credentials with no work by the app (K10, S1)") func storedBySignIn()
        async throws
    {
        let desk = try Desk()
        let (_, user) = try await desk.signedUp()
        let record = try #require(try await desk.store.load())
        #expect(record.credential.profile?.userID == user.uid)
        #expect(record.credential.accessToken == user.currentAccessToken)
        #expect(record.credential.refreshToken != nil && record.credential.expiresAt != nil)
    }

    @Test("a sign-up whose response was lost is a sign-up") func lostSignUp() async throws {
        let desk = try Desk()
        desk.server.inject(.lostResponse, at: .signUp)
        let (client, user) = try await desk.signedUp()
        #expect(client.currentUser === user && user.email == Desk.email)
        #expect(desk.server.accounts == [user.uid])
    }

    @Test("an anonymous user signs in, and is there after a restart (U6, S6)") func anonymous() async throws {
        let desk = try Desk()
        let user = try await desk.client().signInAnonymously()
        #expect(user.isAnonymous && user.email == nil)
        let restored = try #require(try await desk.client().restore())
        #expect(restored.uid == user.uid && restored.isAnonymous)
    }

    @Test("a guest who is linked keeps the id, and can sign in by password (U6)") func link() async throws {
        let desk = try Desk()
        let guest = try await desk.client().signInAnonymously()
        try await guest.link(email: Desk.email, password: Desk.password)
        #expect(!guest.isAnonymous && guest.email == Desk.email)
        #expect(try await desk.otherDevice().uid == guest.uid)
        let restored = try #require(try await desk.client().restore())
        #expect(!restored.isAnonymous && restored.email == Desk.email)
    }

    @Test("a bare access token signs in, and is not refreshed (K9)") func bareToken() async throws {
        let desk = try Desk()
        let (_, user) = try await desk.signedUp()
        let token = try await user.accessToken()
        let client = try desk.client(store: InMemoryStore())
        let bare = try await client.signIn(accessToken: token)
        #expect(bare.uid == user.uid && !bare.isRefreshable)
        desk.clock.advance(by: .seconds(7200))
        #expect(try await desk.call(as: bare).status == 401)
        #expect(desk.server.rotations == 0)
        #expect(client.currentUser === bare)
    }

    @Test(
        "errors have stable codes, and keep the server's",
        arguments: [
            ("EMAIL_EXISTS", CardeaError.Code.emailAlreadyInUse),
            ("INVALID_LOGIN_CREDENTIALS", .invalidCredentials),
            ("INVALID_PASSWORD", .wrongPassword),
            ("EMAIL_NOT_FOUND", .userNotFound),
            ("USER_DISABLED", .userDisabled),
            ("TOO_MANY_ATTEMPTS_TRY_LATER : wait", .tooManyAttempts),
            ("ADMIN_ONLY_OPERATION", .adminRestrictedOperation),
            ("PASSWORD_LOGIN_DISABLED", .operationNotAllowed),
            ("WEAK_PASSWORD : Password should be at least 6 characters", .weakPassword),
            ("NEVER_HEARD_OF", .unknown),
        ]
    )
    func codes(_ message: String, _ code: CardeaError.Code) async throws {
        let desk = try Desk()
        desk.server.inject(.rejection(message), at: .signIn)
        let client = try desk.client()
        let error = await failure { try await client.signIn(email: Desk.email, password: "secret password") }
        #expect(error?.code == code)
        #expect(error?.serverCode == message.split(separator: " ").first.map(String.init))
        #expect(
            error?.serverMessage
                == (message.contains(":") ? message.split(separator: ": ").last.map(String.init) : nil)
        )
        #expect(error.map { "\($0)".contains("secret password") } == false)
    }

    @Test("no response is a network failure; a stranger's page is a server's", arguments: [true, false])
    func noResponse(_ isPortal: Bool) async throws {
        let desk = try Desk()
        desk.server.inject(isPortal ? .portal : .lostRequest, at: .signUp)
        let error = await failure { _ = try await desk.signedUp() }
        #expect(error?.code == (isPortal ? .serverError : .networkUnavailable))
        #expect(error?.isOutcomeUnknown == isPortal)
    }

    @Test("with self-service off a sign-up and a deletion are rejected as such (U11)") func selfServiceOff()
        async throws
    {
        let desk = try Desk()
        let (_, user) = try await desk.signedUp()
        desk.server.settings.allowsSelfService = false
        let client = try desk.client(store: InMemoryStore())
        let signUp = await failure { try await client.signInAnonymously() }
        let deletion = await failure { try await user.delete() }
        #expect(signUp?.code == .adminRestrictedOperation && deletion?.code == .adminRestrictedOperation)
    }

    @Test("the callback forms do the same (S7)") func callbacks() async throws {
        let desk = try Desk()
        let client = try desk.client()
        let user = await withCheckedContinuation { continuation in
            client.signUp(email: Desk.email, password: Desk.password) { continuation.resume(returning: $0) }
        }
        #expect(try user.get() === client.currentUser)
        let rejected = await withCheckedContinuation { continuation in
            client.signIn(email: Desk.email, password: "wrong") { continuation.resume(returning: $0) }
        }
        #expect(throws: CardeaError.self) { try rejected.get() }
        let result = await withCheckedContinuation { continuation in
            client.signOut { continuation.resume(returning: $0) }
        }
        #expect(result.isComplete && client.currentUser == nil)
    }
}
