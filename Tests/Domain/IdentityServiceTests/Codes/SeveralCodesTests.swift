import CardeaIdentityDomain
import CardeaIdentityService
import CardeaSecrets
import Testing

@Suite("Several codes of one purpose")
struct SeveralCodesTests {
    @Test("a newer code leaves the older ones valid until one is used; codes of other kinds stay valid")
    func severalCodes() async throws {
        let server = try await Server()
        _ = try await server.signUp()
        let caller = server.caller()
        for used in 0..<3 {
            server.clock.advance(.hours(2))
            let link = try await server.code(.emailSignIn)
            var codes: [Secret] = []
            for _ in 0..<3 { codes.append(try await server.code(.passwordReset)) }
            for code in codes + [link] {
                _ = try await server.services.verification.checkCode(code, by: caller)
            }
            _ = try await server.services.verification.resetPassword(
                Secret("horse number \(used)"),
                code: codes[used],
                by: caller
            )
            for code in codes {
                let outcome = await failure {
                    try await server.services.verification.checkCode(code, by: caller)
                }
                #expect(outcome == .code(.invalid))
            }
        }
    }

    @Test("the use of a code leaves those of other purposes")
    func otherPurposes() async throws {
        let server = try await Server()
        let mine = try await server.signUp()
        let caller = server.caller()
        let reset = try await server.code(.passwordReset)
        let verifications = [
            try await server.code(.verifyEmail, of: mine), try await server.code(.verifyEmail, of: mine),
        ]
        _ = try await server.services.verification.applyCode(verifications[0], by: caller)
        #expect(
            await failure { try await server.services.verification.applyCode(verifications[1], by: caller) }
                == .code(.invalid)
        )
        _ = try await server.services.verification.checkCode(reset, by: caller)
    }

    @Test(
        "a stranger who requests codes without end does not void the one in the owner's mailbox (security 11)"
    )
    func stranger() async throws {
        let server = try await Server()
        _ = try await server.signUp()
        for purpose in [ActionCode.Purpose.passwordReset, .emailSignIn] {
            server.clock.advance(.hours(2))
            let code = try await server.code(purpose)
            for number in 0..<200 {
                let stranger = server.caller(from: "198.51.100.\(number % 20)")
                let request = CodeRequest(purpose, email: "ann@example.com")
                _ = try? await server.services.verification.sendCode(request, for: .anyone, by: stranger)
                server.clock.advance(.seconds(4))
            }
            try await server.services.applyOrUse(code, purpose, by: server.caller())
        }
    }

    @Test("of many codes of one purpose that are used at the same time, one works (security 18)")
    func concurrentUsesOfSeveral() async throws {
        let server = try await Server()
        var codes: [Secret] = []
        for _ in 0..<10 { codes.append(try await server.code(.emailSignIn, "new@example.com")) }
        let outcomes = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<100 {
                group.addTask { [code = codes[number % codes.count]] in
                    let caller = server.caller(from: "192.0.2.\(number)")
                    let use = try? await server.services.signIn.withEmailLink(
                        email: "new@example.com",
                        code: code,
                        by: caller
                    ).get()
                    return use != nil
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.count { $0 } == 1)
    }
}
