import Cardea
import CardeaSession
import Foundation
import Testing

/// Users of tenants.
@Suite struct TenantTests {
    @Test("a user keeps the tenant of the sign-in, also over a restart (U12)")
    func restart() async throws {
        let desk = try await EmulatorDesk()
        let app = try desk.app()
        app.tenantID = "acme"
        let user = try await app.signUp(email: Ada.email, password: Ada.password)
        #expect(user.tenantID == "acme")
        #expect(try await user.idTokenResult().tenantID == "acme")
        app.tenantID = "elsewhere"
        try await user.updateProfile(displayName: "Ada")

        let restarted = try desk.app()
        #expect(restarted.tenantID == nil)
        let restored = try #require(try await restarted.restore())
        #expect(restored.tenantID == "acme" && restored.displayName == "Ada")
        try await desk.advance(by: .seconds(3600))
        try await restored.reload()
        try await restored.sendEmailVerification()
        let link = try await desk.link(tenant: "acme")
        let parts = try #require(ActionLink(link))
        #expect(parts.tenantID == "acme")
        #expect(await failure { try await restarted.applyActionCode(parts.code) } == .invalidActionCode)
        try await restarted.applyActionCode(parts.code, tenantID: parts.tenantID)
        #expect(try await restored.reload().isEmailVerified)
    }

    @Test("the tenant of one call goes before that of the client; pools are separate (U12)")
    func callTenant() async throws {
        let desk = try await EmulatorDesk()
        let app = try desk.app()
        app.tenantID = "acme"
        let own = try await app.signUp(email: Ada.email, password: Ada.password)
        let other = try await app.signUp(email: Ada.email, password: "battery staple", tenantID: "globex")
        #expect(own.uid != other.uid && own.tenantID == "acme" && other.tenantID == "globex")
        #expect(try await app.signIn(email: Ada.email, password: Ada.password).uid == own.uid)
        #expect(
            await failure {
                try await app.signIn(email: Ada.email, password: Ada.password, tenantID: "globex")
            } == .wrongPassword
        )
        try await app.makeCurrent(other)
        #expect(try await desk.app().restore()?.tenantID == "globex")
        #expect(try await own.reload().email == Ada.email)
    }

    @Test("a link of a tenant signs in to the tenant, whatever that of the client is (U6, U12)")
    func link() async throws {
        let desk = try await EmulatorDesk()
        let app = try desk.app()
        try await app.sendSignInLink(toEmail: Ada.email, settings: .app(), tenantID: "acme")
        let user = try await app.signIn(email: Ada.email, link: try await desk.link(tenant: "acme"))
        #expect(user.tenantID == "acme" && app.tenantID == nil)
        let guest = try await app.signInAnonymously(tenantID: "globex")
        try await app.sendSignInLink(toEmail: Ada.email, settings: .app(), tenantID: "globex")
        try await guest.link(email: Ada.email, link: try await desk.link(tenant: "globex"))
        #expect(guest.email == Ada.email && guest.tenantID == "globex")
    }

    @Test("an unknown tenant is an error of its own (U12)")
    func unknown() async throws {
        let directory = try TemporaryDirectory()
        let server = try await ServerProcess.serve(try directory.file("data"))
        let app = try Device().app(server)
        #expect(
            await failure { try await app.signInAnonymously(tenantID: "nobody-knows-it") } == .tenantMismatch
        )
    }
}
