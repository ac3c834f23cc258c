import CardeaIdentityDomain
import CardeaIdentityService
import CardeaSecrets
import Testing

@Suite("Secrets of use cases")
struct SecrecyTests {
    private func prints(_ value: some Any) -> String {
        var text = "\(value)" + String(reflecting: value)
        dump(value, to: &text)
        return text
    }

    @Test("values that use cases receive and return do not print a password, a code or a token (security 23)")
    func values() async throws {
        let server = try await Server()
        let account = NewAccount(email: "ann@example.com", password: "correct horse")
        let signedIn = try await server.services.accounts.signUp(account, by: server.caller()).get()
        let refreshed = try await server.refresh(signedIn.tokens)
        let code = try await server.services.verification.sendCode(
            CodeRequest(.passwordReset, email: "ann@example.com"),
            for: .anyone,
            by: server.caller()
        )
        var administered = AdministeredChanges()
        administered.password = .set("correct horse")
        let hash = try #require(signedIn.user.passwordHash)
        var record = UserRecord(id: "1")
        record.password = .hash(hash)
        let text = prints(
            [
                account, AccountChanges(password: "correct horse"), administered, signedIn, refreshed, code,
                record, Change.user(.update(signedIn.user)),
            ] as [Any]
        )
        let tokens = [signedIn.tokens, refreshed.tokens].flatMap {
            [$0.accessToken, $0.refreshToken ?? []]
        }
        // Bytes print as numbers, too.
        let secrets =
            tokens.map { String(decoding: $0, as: UTF8.self) } + tokens.map { "\($0.prefix(20))" }
            + ["correct horse", code.text.reveal(), hash]
        #expect(secrets.allSatisfy { $0.count > 10 })
        for secret in secrets { #expect(!text.contains(secret.trimming(["[", "]"]))) }
        #expect(text.contains("ann@example.com"))
    }
}

extension String {
    fileprivate func trimming(_ characters: Set<Character>) -> String { filter { !characters.contains($0) } }
}
