import Cardea
import CardeaSession
import Foundation
import Testing

/// The client's operations of codes that are sent by e-mail.
@Suite struct ActionCodeTests {
    private let desk: EmulatorDesk
    private let app: CardeaClient
    private let user: CardeaUser

    init() async throws {
        desk = try await EmulatorDesk()
        app = try desk.app()
        user = try await app.signUp(email: Ada.email, password: Ada.password)
    }

    private func applyNewestCode() async throws {
        try await app.applyActionCode(try await desk.code())
    }

    @Test("a code verifies the address once; reload shows it (U14)")
    func verification() async throws {
        try await user.sendEmailVerification()
        let code = try await desk.code()
        let info = try await app.checkActionCode(code)
        #expect(info.operation == .verifyEmail && info.email == Ada.email && info.previousEmail == nil)
        #expect(try await !user.reload().isEmailVerified)
        try await app.applyActionCode(code)
        #expect(try await user.reload().isEmailVerified)
        #expect(await failure { try await app.applyActionCode(code) } == .invalidActionCode)
        #expect(app.currentUser === user)
        #expect(try await desk.app().restore()?.isEmailVerified == true)
    }

    @Test("a code sets a new password and ends all sessions (U14)")
    func reset() async throws {
        try await app.sendPasswordReset(toEmail: Ada.email, settings: .app())
        let link = try await desk.link()
        let parts = try #require(ActionLink(link))
        #expect(parts.operation == .passwordReset)
        #expect(try parts.continueURL == ActionLinkSettings.app().url)
        #expect(!app.isSignInLink(link))
        #expect(try await app.verifyPasswordResetCode(parts.code) == Ada.email)
        #expect(
            await failure { try await app.confirmPasswordReset(code: parts.code, newPassword: "x") }
                == .weakPassword
        )
        try await app.confirmPasswordReset(code: parts.code, newPassword: "a new password")
        #expect(await failure { try await user.reload() } == .refreshTokenFailed)
        #expect(try await app.signIn(email: Ada.email, password: "a new password").uid == user.uid)
        #expect(
            await failure { try await app.confirmPasswordReset(code: parts.code, newPassword: "another one") }
                == .invalidActionCode
        )
    }

    @Test("a reset whose response was lost says that the outcome is unknown (rule 6)")
    func lostReset() async throws {
        try await app.sendPasswordReset(toEmail: Ada.email)
        let code = try await desk.code()
        desk.device.loseAnswers(to: "accounts:resetPassword")
        let error = await #expect(throws: CardeaError.self) {
            try await app.confirmPasswordReset(code: code, newPassword: "a new password")
        }
        #expect(error?.code == .networkUnavailable && error?.isOutcomeUnknown == true)
        #expect(try await app.signIn(email: Ada.email, password: "a new password").uid == user.uid)
    }

    @Test("a code that verifies an address is not one that resets a password")
    func otherPurpose() async throws {
        try await user.sendEmailVerification()
        let code = try await desk.code()
        #expect(await failure { _ = try await app.verifyPasswordResetCode(code) } == .invalidActionCode)
        try await app.applyActionCode(code)
    }

    @Test("a link changes the address, and a link to the former one restores it (U14)")
    func changeAndRecovery() async throws {
        try await user.sendEmailVerification()
        try await applyNewestCode()
        // A recovery ends a password that was set at its time or later.
        try await desk.advance(by: .seconds(60))
        try await user.sendEmailVerification(beforeUpdatingEmail: "new@example.com")
        let change = try await desk.code()
        let info = try await app.checkActionCode(change)
        #expect(info.operation == .verifyAndChangeEmail)
        #expect(info.email == "new@example.com" && info.previousEmail == Ada.email)
        try await app.applyActionCode(change)
        #expect(await failure { try await user.reload() } == .refreshTokenFailed)
        let again = try await app.signIn(email: "new@example.com", password: Ada.password)
        #expect(again.uid == user.uid && again.isEmailVerified)

        let recovery = try await app.checkActionCode(try await desk.code())
        #expect(recovery.operation == .recoverEmail && recovery.email == Ada.email)
        try await applyNewestCode()
        #expect(await failure { try await again.reload() } == .refreshTokenFailed)
        #expect(try await app.signIn(email: Ada.email, password: Ada.password).uid == user.uid)
    }

    @Test("a change of the address needs a recent sign-in (U10)")
    func oldSignIn() async throws {
        try await desk.advance(by: .seconds(301))
        #expect(
            await failure { try await user.sendEmailVerification(beforeUpdatingEmail: "new@example.com") }
                == .recentSignInRequired
        )
    }

    @Test("an expired code is rejected with its own error")
    func expired() async throws {
        try await app.sendPasswordReset(toEmail: Ada.email)
        let code = try await desk.code()
        try await desk.advance(by: .seconds(8 * 86400))
        #expect(await failure { _ = try await app.verifyPasswordResetCode(code) } == .expiredActionCode)
    }

    @Test("a reset for an unknown address looks like any other (security 16)")
    func unknownAddress() async throws {
        try await desk.protectEmailAddresses()
        try await app.sendPasswordReset(toEmail: "nobody@example.com")
        #expect(await failure { try await app.sendPasswordReset(toEmail: "nobody") } == .invalidEmail)
    }

    @Test("the language of the client is that of the links, also of those that a user requests")
    func language() async throws {
        app.languageCode = "de"
        try await app.sendPasswordReset(toEmail: Ada.email)
        #expect(ActionLink(try await desk.link())?.languageCode == "de")
        app.languageCode = "ja"
        try await user.sendEmailVerification()
        #expect(ActionLink(try await desk.link())?.languageCode == "ja")
    }

    @Test("nothing is sent without a network, and nobody is signed out")
    func offline() async throws {
        #expect(await desk.emulator.stop() == 0)
        #expect(await failure { try await user.sendEmailVerification() } == .networkUnavailable)
        #expect(await failure { try await app.sendPasswordReset(toEmail: Ada.email) } == .networkUnavailable)
        #expect(app.currentUser === user)
    }
}
