@testable import CardeaSession
import CardeaEncodings
import CardeaHTTPTransport
import CardeaTesting
import Foundation
import Testing

/// Texts with other bytes that `String` takes for equal.
struct ExactComparisonTests {
    /// `K` and the Kelvin sign; `é` in one code point and in two.
    static let pairs = [("K", "\u{212A}"), ("\u{E9}", "e\u{301}")]

    @Test("tokens and sessions with other bytes differ", arguments: pairs)
    func values(one: String, other: String) async throws {
        #expect(one == other, "equal for `String`")
        #expect(SessionSecret(one) != SessionSecret(other))
        #expect(Set([SessionSecret(one), SessionSecret(other)]).count == 2)
        let credential = SessionCredential(accessToken: SessionSecret("a"))
        let record = CredentialRecord(
            version: .init(session: one, revision: 1),
            generation: 1,
            credential: credential
        )
        let store = InMemoryStore(record)
        let foreign = CredentialRecord.Version(session: other, revision: 1)
        await #expect(throws: StoreError(.conflict)) { try await store.delete(foreign) }
        try await store.sibling(named: one)?.save(record, replacing: nil)
        #expect(try await store.sibling(named: other)?.load() == nil)
    }

    @Test("user IDs with other bytes are two users", arguments: pairs)
    func users(one: String, other: String) {
        let credential = SessionCredential(
            accessToken: SessionSecret("a"),
            profile: UserProfile(userID: one)
        )
        #expect(credential.isOfAnother(than: UserProfile(userID: other)))
        #expect(!credential.isOfAnother(than: UserProfile(userID: one)))
    }

    @Test("accounts with other bytes are two accounts", arguments: pairs)
    func accounts(one: String, other: String) async throws {
        let accounts = SessionAccounts { _ in Fixture().engine }
        #expect(accounts[one] !== accounts[other] && accounts[one] === accounts[one])
        var list = AccountList()
        list.add(one)
        list.select(other)
        #expect(list.current == nil)
        list.add(other)
        #expect(list.names.map { Array($0.utf8) } == [Array(one.utf8), Array(other.utf8)])
        var former = list
        former.remove(one)
        list.remove(other)
        #expect(former != list)
    }

    @Test("claims with other bytes are two claims", arguments: pairs)
    func claims(one: String, other: String) throws {
        let json = #"{"\#(one)":"1","\#(other)":"2"}"#
        let payload = try #require(TokenPayload(json: Array(json.utf8)))
        #expect(payload.text(one) == "1" && payload.text(other) == "2")
        #expect(payload.customNames.count == 2)
    }

    @Test("an error of a challenge with other bytes is another error", arguments: pairs)
    func challenges(one: String, other: String) {
        let classifier = ChallengeClassifier(expired: [one])
        for (error, isExpired) in [(one, true), (other, false)] {
            var response = CardeaResponse(status: 401)
            response.fields[.wwwAuthenticate] = #"Bearer error="\#(error)""#
            let classification = classifier.classify(response, to: Fixture.request())
            #expect((classification == .expired) == isExpired)
        }
    }

    @Test("a callback with another issuer by bytes is a foreign callback", arguments: pairs)
    func callback(one: String, other: String) throws {
        let server = AuthorizationServer(
            authorizationEndpoint: Fixture.url("https://id.example.com/authorize"),
            tokenEndpoint: Fixture.url("https://id.example.com/token"),
            issuer: "https://id.example.com/\(one)"
        )
        var random = SystemRandomNumberGenerator()
        let request = AuthorizationRequest(
            to: server,
            clientID: "app",
            redirect: Fixture.url("com.example:/callback"),
            parameters: [:],
            using: &random
        )
        for (issuer, isOwn) in [(one, true), (other, false)] {
            let query = FormCoding.encode([
                ("state", request.state.reveal()), ("code", "c"), ("iss", "https://id.example.com/\(issuer)"),
                (one, ""), (other, ""),
            ])
            let code = try? request.code(from: Fixture.url("com.example:/callback?\(query)"))
            #expect((code != nil) == isOwn)
        }
    }
}
