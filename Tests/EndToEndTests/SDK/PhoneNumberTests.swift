import Cardea
import CardeaSession
import Foundation
import Testing

/// The client's sign-in by phone, against an emulator.
@Suite struct PhoneNumberTests {
    private static let other = "+16505553435"

    private let desk: EmulatorDesk
    private let app: CardeaClient

    init() async throws {
        desk = try await EmulatorDesk()
        app = try desk.app()
    }

    private func verification(
        _ number: String = Ada.phoneNumber,
        tenant: String? = nil
    ) async throws -> (PhoneVerification, code: String) {
        let sent = try await app.sendVerificationCode(toPhoneNumber: number, tenantID: tenant)
        return (sent, try await desk.phoneCode(of: number, tenant: tenant))
    }

    private func signIn(_ app: CardeaClient, _ number: String = Ada.phoneNumber) async throws -> CardeaUser {
        let (sent, code) = try await verification(number)
        return try await app.signIn(with: sent, code: code)
    }

    @Test("a code signs up, then signs in, once each; the user is there after a restart (K3, U4, U6, S1)")
    func signIn() async throws {
        let (sent, code) = try await verification()
        let user = try await app.signIn(with: sent, code: code)
        #expect(user.phoneNumber == Ada.phoneNumber && !user.isAnonymous && user.isRefreshable)
        #expect(user.email == nil && user.displayName == nil && user.photoURL == nil && user.userName == nil)
        #expect(await failure { try await app.signIn(with: sent, code: code) } == .verificationExpired)
        let restored = try #require(try await desk.app().restore())
        #expect(restored.uid == user.uid && restored.phoneNumber == Ada.phoneNumber)
        #expect(user.isNewUser && !restored.isNewUser)
        #expect(user.createdAt != nil && restored.createdAt == user.createdAt)
        try await desk.advance(by: .seconds(3600))
        try await restored.reload()
        let again = try await signIn(desk.otherApp())
        #expect(again.uid == user.uid && !again.isNewUser && again.createdAt == user.createdAt)
        let (first, second) = (try #require(user.lastSignedInAt), try #require(again.lastSignedInAt))
        #expect(second.timeIntervalSince(first) >= 3600)
    }

    @Test("a wrong code may be corrected; the sixth attempt needs a new one (security 11)")
    func wrongCode() async throws {
        let (sent, code) = try await verification()
        let wrong = code == "000000" ? "000001" : "000000"
        for _ in 0..<4 {
            #expect(
                await failure { try await app.signIn(with: sent, code: wrong) } == .invalidVerificationCode
            )
        }
        try await app.signIn(with: sent, code: code)
        let (second, rightCode) = try await verification()
        let wrongCode = rightCode == "000000" ? "000001" : "000000"
        for _ in 0..<5 {
            #expect(
                await failure { try await app.signIn(with: second, code: wrongCode) }
                    == .invalidVerificationCode
            )
        }
        #expect(
            await failure { try await app.signIn(with: second, code: rightCode) } == .verificationExpired
        )
    }

    @Test(
        "a guest gets a number and stays the same user, also if the response is lost (U6)",
        arguments: [false, true]
    )
    func linking(isLost: Bool) async throws {
        let guest = try await app.signInAnonymously()
        let (sent, code) = try await verification()
        if isLost { desk.device.loseResponses(to: "accounts:signInWithPhoneNumber") }
        try await guest.link(sent, code: code)
        #expect(guest.phoneNumber == Ada.phoneNumber && !guest.isAnonymous && app.currentUser === guest)
        _ = try await guest.accessToken(forcingRefresh: true)
        #expect(try await guest.reload().phoneNumber == Ada.phoneNumber)
        #expect(try await signIn(desk.otherApp()).uid == guest.uid)
    }

    @Test("a user with a password gets a number, replaces it and removes it (U6)")
    func change() async throws {
        let user = try await app.signUp(email: Ada.email, password: Ada.password)
        let (first, code) = try await verification()
        try await user.link(first, code: code)
        let elsewhere = try await signIn(desk.otherApp())
        #expect(elsewhere.uid == user.uid && elsewhere.email == Ada.email)

        let (second, newCode) = try await verification(Self.other)
        try await user.updatePhoneNumber(second, code: newCode)
        #expect(try await user.reload().phoneNumber == Self.other)
        // A number that replaces another ends the sessions of other devices.
        #expect(
            await failure { _ = try await elsewhere.accessToken(forcingRefresh: true) } == .refreshTokenFailed
        )
        #expect(try await signIn(desk.otherApp()).uid != user.uid)

        try await user.unlinkPhoneNumber()
        #expect(user.phoneNumber == nil)
        #expect(try await user.reload().phoneNumber == nil)
        _ = try await user.accessToken(forcingRefresh: true)
        #expect(try await signIn(desk.otherApp(), Self.other).uid != user.uid)
    }

    @Test("the number of another user is not linked, and both users stay as they are (security 2)")
    func takenNumber() async throws {
        let owner = try await signIn(desk.otherApp())
        let guest = try await app.signInAnonymously()
        let (sent, code) = try await verification()
        #expect(await failure { try await guest.link(sent, code: code) } == .phoneNumberAlreadyInUse)
        #expect(guest.isAnonymous && guest.phoneNumber == nil)
        #expect(try await guest.reload().phoneNumber == nil)
        #expect(try await signIn(desk.otherApp()).uid == owner.uid)
    }

    @Test("a code authenticates its user again, and no other (U10)")
    func reauthentication() async throws {
        let user = try await signIn(app)
        _ = try await signIn(desk.otherApp(), Self.other)
        try await desk.advance(by: .seconds(301))
        let (change, newCode) = try await verification("+16505553436")
        #expect(
            await failure { try await user.updatePhoneNumber(change, code: newCode) } == .recentSignInRequired
        )
        let (others, othersCode) = try await verification(Self.other)
        #expect(
            await failure { try await user.reauthenticate(others, code: othersCode) } == .userMismatch
        )
        let (own, code) = try await verification()
        try await user.reauthenticate(own, code: code)
        // The code was right, so the rejected change has not used it.
        try await user.updatePhoneNumber(change, code: newCode)
        #expect(user.phoneNumber == "+16505553436")
    }

    @Test("a code of a tenant signs in to the tenant, whatever that of the client is (U18)")
    func tenants() async throws {
        let (sent, code) = try await verification(tenant: "acme")
        app.tenantID = "globex"
        let user = try await app.signIn(with: sent, code: code)
        #expect(user.tenantID == "acme" && user.phoneNumber == Ada.phoneNumber)
        app.tenantID = nil
        #expect(try await signIn(desk.otherApp()).uid != user.uid)
    }

    @Test("a sign-in whose response was lost says that the outcome is unknown; another code signs in (K13)")
    func lostSignIn() async throws {
        let (sent, code) = try await verification()
        desk.device.loseResponses(to: "accounts:signInWithPhoneNumber")
        let error = await #expect(throws: CardeaError.self) {
            try await app.signIn(with: sent, code: code)
        }
        #expect(error?.isOutcomeUnknown == true)
        #expect(await failure { try await app.signIn(with: sent, code: code) } == .verificationExpired)
        #expect(try await signIn(app).phoneNumber == Ada.phoneNumber)
    }

    @Test("the callback forms do the same (S7)")
    func callbacks() async throws {
        let sent = try await withCheckedThrowingContinuation { continuation in
            app.sendVerificationCode(toPhoneNumber: Ada.phoneNumber) { continuation.resume(with: $0) }
        }
        let code = try await desk.phoneCode()
        let user = try await withCheckedThrowingContinuation { continuation in
            app.signIn(with: sent, code: code) { continuation.resume(with: $0) }
        }
        try await withCheckedThrowingContinuation { continuation in
            user.unlinkPhoneNumber { continuation.resume(with: $0) }
        }
        #expect(user.phoneNumber == nil)
    }
}
