import Foundation
import ProviderStandIns
import Testing

@Suite("Redirects to stand-ins with the quirks of providers")
struct ProviderRedirectTests {
    /// The user of a provider, as the provider describes it.
    private struct Person {
        let provider: StandInProvider
        let subject: String
        let email: String?
        /// Whether the provider is an authority for the address.
        let isTrusted: Bool
        let name: String
    }

    private static let people = [
        Person(
            provider: .google,
            subject: "10769150350006150715113082367",
            email: "ada@acme.example",
            isTrusted: true,
            name: "Ada Lovelace"
        ),
        Person(
            provider: .microsoft,
            subject: "AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ",
            email: "ada@outlook.com",
            isTrusted: true,
            name: "Ada Lovelace"
        ),
        Person(
            provider: .yahoo,
            subject: "FSVIDUW3D7FSVIDUW3D72F2F",
            email: "ada@yahoo.com",
            isTrusted: true,
            name: "Ada Lovelace"
        ),
        Person(
            provider: .linkedIn,
            subject: "782bbtaQ",
            email: "ada@gmail.com",
            isTrusted: false,
            name: "Ada Lovelace"
        ),
        Person(
            provider: .line,
            subject: "U1234567890abcdef1234567890abcdef",
            email: "ada@line.example",
            isTrusted: false,
            name: "アダ"
        ),
        Person(
            provider: .facebook,
            subject: "10220000000000001",
            email: nil,
            isTrusted: false,
            name: "Ada Lovelace"
        ),
        Person(
            provider: .kakao,
            subject: "123456789",
            email: "ada@kakao.example",
            isTrusted: false,
            name: "에이다"
        ),
        Person(
            provider: .naver,
            subject: "32742776",
            email: "ada@naver.com",
            isTrusted: false,
            name: "에이다"
        ),
    ]

    @Test("a redirect to each provider signs its user in, twice the same one (U6, U15, security 16)")
    func redirects() async throws {
        let setting = try await ProvidedServer(StandInProvider.all)
        #expect(Self.people.map(\.provider.id) == StandInProvider.all.map(\.id))
        for person in Self.people {
            let id = person.provider.id
            let visitor = RedirectVisitor(setting.server)
            let signedIn = try await visitor.signIn(id)
            let user = try await setting.user(of: signedIn)
            #expect(user["email"] as? String == person.email, "\(id): \(user)")
            #expect(user["emailVerified"] as? Bool ?? false == person.isTrusted, "\(id): \(user)")
            #expect(user["displayName"] as? String == person.name, "\(id): \(user)")
            let linked = try #require((user["providerUserInfo"] as? [[String: Any]])?.first)
            #expect(linked["providerId"] as? String == id && linked["rawId"] as? String == person.subject)
            let again = try await visitor.signIn(id)
            #expect(again["localId"] == signedIn["localId"] && again.object["isNewUser"] == nil, "\(id)")
        }
    }

    /// LinkedIn has neither PKCE nor a nonce for web apps, and nothing is known of how Naver uses the state.
    private static let bound: [StandInProvider] = [.google, .microsoft, .yahoo, .line, .facebook, .kakao]

    @Test("a provider's code of another person's redirect signs nobody in (security 3, 16)")
    func injectedCode() async throws {
        let setting = try await ProvidedServer(Self.bound)
        for provider in Self.bound {
            let (victim, attacker) = (RedirectVisitor(setting.server), RedirectVisitor(setting.server))
            let page = try #require(try await victim.go(victim.begin(provider.id).url).location)
            let response = try #require(try await victim.go(page).location?.formItems)
            let begun = try await attacker.begin(provider.id)
            let asked = try await attacker.open(begun)
            let items = [
                (name: "code", value: response["code"] ?? ""), (name: "state", value: asked["state"] ?? ""),
            ]
            let back = try #require(try await attacker.bring(items, to: "").location)
            let reply = try await attacker.finish(back, begun.session)
            #expect(reply.status == 400 && reply["idToken"] == nil, "\(provider.id): \(reply.object)")
        }
    }
}
