import Cardea
import CardeaSession
import Foundation
import Testing

/// The client's user names, against `cardea serve`.
@Suite struct UserNameTests {
    private let directory: TemporaryDirectory
    private let server: ServerProcess
    private let device: Device
    private let app: CardeaClient

    init() async throws {
        directory = try TemporaryDirectory()
        server = try await ServerProcess.serve(try directory.file("data"))
        device = try Device()
        app = try device.app(server)
    }

    private func otherApp() throws -> CardeaClient { try Device().app(server) }

    @Test("a user name signs up and signs in, in any letter case, and is stored (K3, S1, U4)")
    func signUp() async throws {
        let user = try await app.signUp(userName: "Ada.Lovelace", password: Ada.password)
        #expect(user.userName == Ada.userName && user.email == nil && user.displayName == nil)
        #expect(!user.isAnonymous && user.isRefreshable)
        let elsewhere = try await otherApp().signIn(userName: "ADA.LOVELACE", password: Ada.password)
        #expect(elsewhere.uid == user.uid && elsewhere.userName == Ada.userName && elsewhere.email == nil)
        #expect(await server.stop() == 0)
        let restored = try #require(try await device.app(server).restore())
        #expect(restored.userName == Ada.userName && !restored.isAnonymous)
    }

    @Test("wrong names and passwords have errors of their own")
    func errors() async throws {
        try await app.signUp(userName: Ada.userName, password: Ada.password)
        let other = try otherApp()
        #expect(
            await failure { try await other.signUp(userName: "ADA.lovelace", password: Ada.password) }
                == .userNameAlreadyInUse
        )
        for name in ["a", Ada.email, Ada.phoneNumber, "ada lovelace", ""] {
            #expect(
                await failure { try await other.signUp(userName: name, password: Ada.password) }
                    == .invalidUserName,
                "\(name)"
            )
        }
        for (name, password) in [(Ada.userName, "wrong password"), ("nobody", Ada.password)] {
            #expect(
                await failure { try await other.signIn(userName: name, password: password) }
                    == .invalidCredentials
            )
        }
    }

    @Test("a sign-up whose response was lost is completed by a sign-in (K13)")
    func lostSignUp() async throws {
        device.loseResponses(to: "accounts:signUp")
        let user = try await app.signUp(userName: Ada.userName, password: Ada.password)
        #expect(user.userName == Ada.userName && app.currentUser === user)
    }

    @Test(
        "a guest gets a user name and stays the same user, also if the response is lost (U6)",
        arguments: [false, true]
    )
    func linking(isLost: Bool) async throws {
        let guest = try await app.signInAnonymously()
        if isLost { device.loseResponses(to: "accounts:signUp") }
        try await guest.link(userName: Ada.userName, password: Ada.password)
        #expect(guest.userName == Ada.userName && !guest.isAnonymous && app.currentUser === guest)
        _ = try await guest.accessToken(forcingRefresh: true)
        #expect(try await guest.reload().userName == Ada.userName)
        #expect(
            try await otherApp().signIn(userName: Ada.userName, password: Ada.password).uid == guest.uid
        )
    }

    @Test(
        "a user changes the name, also if the response is lost, and the old one is free",
        arguments: [false, true]
    )
    func change(isLost: Bool) async throws {
        let user = try await app.signUp(email: Ada.email, password: Ada.password)
        #expect(user.userName == nil)
        try await user.updateUserName(Ada.userName)
        if isLost { device.loseResponses(to: "accounts:update") }
        try await user.updateUserName("Countess")
        #expect(user.userName == "countess" && user.email == Ada.email)
        _ = try await user.accessToken(forcingRefresh: true)
        #expect(try await otherApp().signIn(userName: "countess", password: Ada.password).uid == user.uid)
        #expect(try await otherApp().signIn(email: Ada.email, password: Ada.password).uid == user.uid)
        try await otherApp().signUp(userName: Ada.userName, password: Ada.password)
    }

    @Test("a user without an address reauthenticates and changes the password by the user name (U9, U10)")
    func password() async throws {
        let user = try await app.signUp(userName: Ada.userName, password: Ada.password)
        try await user.reauthenticate(password: Ada.password)
        device.loseResponses(to: "accounts:update")
        try await user.updatePassword("a new password")
        _ = try await user.accessToken(forcingRefresh: true)
        #expect(
            try await otherApp().signIn(userName: Ada.userName, password: "a new password").uid == user.uid
        )
    }

    @Test("the callback forms do the same (S7)")
    func callbacks() async throws {
        let user = try await withCheckedThrowingContinuation { continuation in
            app.signUp(userName: Ada.userName, password: Ada.password) { continuation.resume(with: $0) }
        }
        try await withCheckedThrowingContinuation { continuation in
            user.updateUserName("countess") { continuation.resume(with: $0) }
        }
        let other = try otherApp()
        let again = try await withCheckedThrowingContinuation { continuation in
            other.signIn(userName: "countess", password: Ada.password) { continuation.resume(with: $0) }
        }
        #expect(again.uid == user.uid)
    }
}
