import AdminTestSupport
import Cardea
import CardeaAdmin
import CardeaTesting
import Foundation
import Testing

/// The SDK for back ends against `cardea serve`.
@Suite struct AdminClientTests {
    @Test("users are created, read, changed, listed and deleted (U12)")
    func users() async throws {
        let desk = try await AdminDesk()
        let admin = desk.admin
        let ada = try await admin.createUser(
            .init(
                email: .set(Ada.email),
                isEmailVerified: true,
                password: .set(.init(Ada.password)),
                displayName: "Ada"
            ),
            id: "ada-1"
        )
        #expect(ada.id == "ada-1" && ada.email == Ada.email && ada.isEmailVerified && ada.hasPassword)
        #expect(ada.displayName == "Ada" && ada.providerIDs == ["password"] && ada.createdAt != nil)
        #expect(
            await adminFailure { _ = try await admin.createUser(.init(email: .set(Ada.email))) }
                == .emailAlreadyExists
        )
        #expect(
            await adminFailure { _ = try await admin.createUser(.init(), id: "ada-1") }
                == .userIDAlreadyExists
        )
        #expect(
            await adminFailure { _ = try await admin.createUser(.init(email: "nobody")) } == .invalidEmail
        )
        #expect(
            await adminFailure { _ = try await admin.createUser(.init(password: .set(.init("x")))) } != nil
        )
        #expect(try await admin.user(email: Ada.email).id == "ada-1")
        #expect(await adminFailure { _ = try await admin.user("nobody") } == .userNotFound)

        let changed = try await admin.updateUser("ada-1", .init(displayName: .clear, isDisabled: true))
        #expect(changed.displayName == nil && changed.isDisabled && changed.email == Ada.email)
        #expect(
            await adminFailure { try await admin.updateUser("nobody", .init(isDisabled: true)) }
                == .userNotFound
        )

        for number in 0..<7 { _ = try await admin.createUser(.init(displayName: .set("User \(number)"))) }
        var ids: [String] = []
        for try await user in admin.allUsers(pageSize: 3) { ids.append(user.id) }
        #expect(ids.count == 8 && Set(ids).count == 8 && ids == ids.sorted())
        #expect(try await admin.userCount() == 8)
        let named = try await admin.queryUsers(order: .displayName, isDescending: true, limit: 2)
        #expect(named.map(\.displayName) == ["User 6", "User 5"])
        #expect(try await admin.users(["ada-1", "nobody"]).map(\.id) == ["ada-1"])

        try await admin.deleteUser("ada-1")
        #expect(await adminFailure { try await admin.deleteUser("ada-1") } == .userNotFound)
        #expect(try await admin.deleteUsers(ids).isEmpty)
        #expect(try await admin.userCount() == 0)
    }

    @Test("a token of the app is verified; claims, disabling and revocation count (U12, U13)")
    func tokens() async throws {
        let desk = try await AdminDesk()
        let admin = desk.admin
        let user = try await desk.app().signUp(email: Ada.email, password: Ada.password)
        let token = try await user.idToken().reveal()
        let verified = try await admin.verifyIDToken(token, checkRevoked: true)
        #expect(
            verified.userID == user.uid && verified.email == Ada.email
                && verified.signInProvider == "password"
        )

        try await admin.setCustomClaims(of: user.uid, ["role": "editor"])
        let refreshed = try await user.idToken(forcingRefresh: true).reveal()
        #expect(try await admin.verifyIDToken(refreshed).claim("role") == "editor")
        #expect(try await admin.user(user.uid).customClaims(as: [String: String].self) == ["role": "editor"])
        try await admin.removeCustomClaims(of: user.uid)
        #expect(try await admin.user(user.uid).customClaimsJSON == nil)

        try await admin.updateUser(user.uid, .init(isDisabled: true))
        #expect(
            await adminFailure { _ = try await admin.verifyIDToken(refreshed, checkRevoked: true) }
                == .userDisabled
        )
        try await admin.updateUser(user.uid, .init(isDisabled: false))
        // A revocation ends what was signed in to in the seconds before.
        try await Task.sleep(for: .seconds(1.1))
        try await admin.revokeSessions(of: user.uid)
        #expect(
            await adminFailure { _ = try await admin.verifyIDToken(refreshed, checkRevoked: true) }
                == .tokenRevoked
        )
        _ = try await admin.verifyIDToken(refreshed)
        #expect(await failure { try await user.reload() } == .refreshTokenFailed)
        try await admin.deleteUser(user.uid)
        #expect(
            await adminFailure { _ = try await admin.verifyIDToken(token, checkRevoked: true) }
                == .userNotFound
        )
    }

    @Test("a token of another project or another server is rejected (security 14)")
    func foreignTokens() async throws {
        let (desk, other) = (try await AdminDesk(), try await AdminDesk())
        let token = try await other.app().signInAnonymously().idToken().reveal()
        #expect(await adminFailure { _ = try await desk.admin.verifyIDToken(token) } == .invalidToken)
        let created = try await Program.run("project create second --data \(desk.data) --json")
        #expect(created.exitCode == 0, "\(created.errors)")
        let own = try await desk.app().signInAnonymously().idToken().reveal()
        let second = try AdminClient(.init(server: .cardea(desk.server.url), projectID: "second"))
        #expect(await adminFailure { _ = try await second.verifyIDToken(own) } == .invalidToken)
        _ = try await desk.admin.verifyIDToken(own)
    }

    @Test("a session cookie is made of an ID token, verified, and revoked (U13)")
    func cookies() async throws {
        let desk = try await AdminDesk()
        let admin = desk.admin
        let user = try await desk.app().signUp(email: Ada.email, password: Ada.password)
        let token = try await user.idToken().reveal()
        let cookie = try await admin.createSessionCookie(
            idToken: SessionSecret(token),
            lifetime: .seconds(86_400)
        ).reveal()
        let verified = try await admin.verifySessionCookie(cookie, checkRevoked: true)
        #expect(verified.userID == user.uid)
        #expect(verified.expiresAt.timeIntervalSince(verified.issuedAt) == 86_400)
        #expect(await adminFailure { _ = try await admin.verifyIDToken(cookie) } == .invalidToken)
        #expect(await adminFailure { _ = try await admin.verifySessionCookie(token) } == .invalidToken)
        #expect(
            await adminFailure {
                _ = try await admin.createSessionCookie(
                    idToken: SessionSecret(cookie),
                    lifetime: .seconds(300)
                )
            } == .invalidToken
        )
        #expect(
            await adminFailure {
                _ = try await admin.createSessionCookie(idToken: SessionSecret(token), lifetime: .seconds(1))
            } == .invalidArgument
        )
        try await Task.sleep(for: .seconds(1.1))
        try await admin.revokeSessions(of: user.uid)
        #expect(
            await adminFailure { _ = try await admin.verifySessionCookie(cookie, checkRevoked: true) }
                == .tokenRevoked
        )
    }

    @Test("a custom token of the back end signs in to the app, with its claims (U6)")
    func customTokens() async throws {
        let desk = try await AdminDesk()
        let token = try desk.admin.customToken(for: "ada-7", claims: ["plan": "gold"])
        let user = try await desk.app().signIn(customToken: token.reveal())
        #expect(user.uid == "ada-7")
        let verified = try await desk.admin.verifyIDToken(
            try await user.idToken(forcingRefresh: true).reveal()
        )
        #expect(verified.claim("plan") == "gold" && verified.signInProvider == "custom")
        let other = try await AdminDesk().admin.customToken(for: "ada-7").reveal()
        #expect(await failure { try await desk.app().signIn(customToken: other) } == .invalidCustomToken)
    }

    @Test("links of the back end verify, reset, sign in and change addresses in the app (U14)")
    func links() async throws {
        let desk = try await AdminDesk()
        let (admin, app) = (desk.admin, try desk.app())
        let user = try await app.signUp(email: Ada.email, password: Ada.password)
        try await app.applyActionCode(code(try await admin.emailVerificationLink(for: Ada.email)))
        #expect(try await user.reload().isEmailVerified)
        let reset = try await admin.passwordResetLink(for: Ada.email)
        try await app.confirmPasswordReset(code: code(reset), newPassword: "a new password")
        #expect(try await app.signIn(email: Ada.email, password: "a new password").uid == user.uid)
        let signIn = try await admin.signInLink(for: Ada.email, continueURL: desk.server.url)
        #expect(try await app.signIn(email: Ada.email, link: signIn).uid == user.uid)
        try await app.applyActionCode(
            code(try await admin.emailChangeLink(for: Ada.email, to: "new@example.com"))
        )
        #expect(try await admin.user(user.uid).email == "new@example.com")
        #expect(
            await adminFailure { _ = try await admin.passwordResetLink(for: "nobody@example.com") }
                == .userNotFound
        )
        let foreign = try #require(URL(string: "https://evil.example"))
        let rejected = await adminFailure {
            _ = try await admin.signInLink(for: Ada.email, continueURL: foreign)
        }
        #expect(rejected == .operationNotAllowed)
    }

    private func code(_ link: URL) throws -> String { try #require(ActionLink(link)).code }

    @Test("tenants are managed; their users and tokens are their own (U12)")
    func tenants() async throws {
        let desk = try await AdminDesk()
        let (admin, app) = (desk.admin, try desk.app())
        let tenant = try await admin.createTenant(.init(displayName: "Acme", allowsPasswordSignIn: true))
        #expect(tenant.displayName == "Acme" && tenant.allowsPasswordSignIn && !tenant.allowsAnonymousSignIn)
        #expect(try await admin.tenants().map(\.id) == [tenant.id])
        let acme = admin.forTenant(tenant.id)
        let ada = try await acme.createUser(
            .init(email: .set(Ada.email), password: .set(.init(Ada.password)))
        )
        #expect(ada.tenantID == tenant.id)
        #expect(await adminFailure { _ = try await admin.user(ada.id) } == .userNotFound)

        let user = try await app.signIn(email: Ada.email, password: Ada.password, tenantID: tenant.id)
        let token = try await user.idToken().reveal()
        #expect(try await acme.verifyIDToken(token, checkRevoked: true).userID == ada.id)
        #expect(await adminFailure { _ = try await admin.verifyIDToken(token) } == .tenantMismatch)
        #expect(
            try await admin.verifyIDToken(token, checkRevoked: true, anyTenant: true).tenantID == tenant.id
        )
        let custom = try acme.customToken(for: "seven").reveal()
        #expect(await failure { try await app.signIn(customToken: custom) } == .tenantMismatch)
        #expect(try await app.signIn(customToken: custom, tenantID: tenant.id).tenantID == tenant.id)

        let disabled = try await admin.updateTenant(tenant.id, .init(isDisabled: true))
        #expect(disabled.isDisabled && disabled.displayName == "Acme" && disabled.allowsPasswordSignIn)
        #expect(
            await failure {
                try await app.signIn(email: Ada.email, password: Ada.password, tenantID: tenant.id)
            }
                == .projectDisabled
        )
        try await admin.deleteTenant(tenant.id)
        #expect(await adminFailure { _ = try await admin.tenant(tenant.id) } == .tenantNotFound)
    }

    @Test("a deleted service account opens nothing, and signs no user in (U12)")
    func deletedAccount() async throws {
        let desk = try await AdminDesk()
        _ = try await desk.admin.userCount()
        let custom = try desk.admin.customToken(for: "ada-7").reveal()
        let deleted = try await Program.run("service-account delete back-end --data \(desk.data)")
        #expect(deleted.exitCode == 0, "\(deleted.errors)")
        #expect(await adminFailure { _ = try await desk.admin.userCount() } == .credentialRejected)
        #expect(await failure { try await desk.app().signIn(customToken: custom) } == .invalidCustomToken)
    }

    @Test("an emulator needs no credential, by its variable of the environment")
    func emulator() async throws {
        let emulator = try await ServerProcess.emulator()
        let host = "127.0.0.1:\(try #require(emulator.url.port))"
        let environment = ["FIREBASE_AUTH_EMULATOR_HOST": host]
        let admin = try AdminClient(
            .init(
                server: .fromEnvironment(environment, default: .googleIdentityPlatform),
                projectID: "example"
            )
        )
        let app = try Device().app(.emulator(emulator.url), apiKey: "any")
        let user = try await app.signUp(email: Ada.email, password: Ada.password)
        let token = try await user.idToken().reveal()
        #expect(try await admin.verifyIDToken(token, checkRevoked: true).userID == user.uid)
        #expect(try await admin.user(email: Ada.email).id == user.uid)
        let cookie = try await admin.createSessionCookie(
            idToken: SessionSecret(token),
            lifetime: .seconds(300)
        ).reveal()
        #expect(try await admin.verifySessionCookie(cookie).userID == user.uid)
        let custom = try admin.customToken(for: "ada-7", claims: ["plan": "gold"]).reveal()
        #expect(try await app.signIn(customToken: custom).idTokenResult().claim("plan") == "gold")
    }

    @Test(
        "a back end whose clock is almost five minutes wrong reaches the server, and signs in users",
        arguments: [-290, 290]
    )
    func wrongClock(seconds: TimeInterval) async throws {
        let desk = try await AdminDesk()
        let admin = try AdminClient(
            .init(
                server: .cardea(desk.server.url),
                serviceAccount: try ServiceAccountKey(file: desk.keyFile),
                clock: ManualClock(date: Date(timeIntervalSinceNow: seconds))
            )
        )
        #expect(try await admin.userCount() == 0)
        let custom = try admin.customToken(for: "ada-7").reveal()
        #expect(try await desk.app().signIn(customToken: custom).uid == "ada-7")
    }

    @Test("an app with a wrong API key is told so")
    func wrongAPIKey() async throws {
        let desk = try await AdminDesk()
        let app = try Device().app(.cardea(desk.server.url), apiKey: "wrong")
        #expect(
            await failure { try await app.signUp(email: Ada.email, password: Ada.password) } == .invalidAPIKey
        )
    }
}
