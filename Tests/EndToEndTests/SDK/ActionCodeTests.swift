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

    @Test("a reset whose response was lost says that the outcome is unknown (rule 6)")
    func lostReset() async throws {
        try await app.sendPasswordReset(toEmail: Ada.email)
        let code = try await desk.code()
        desk.device.loseResponses(to: "accounts:resetPassword")
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

    @Test("nothing is sent without a network, and no user is signed out")
    func offline() async throws {
        #expect(await desk.emulator.stop() == 0)
        #expect(await failure { try await user.sendEmailVerification() } == .networkUnavailable)
        #expect(await failure { try await app.sendPasswordReset(toEmail: Ada.email) } == .networkUnavailable)
        #expect(app.currentUser === user)
    }
}
