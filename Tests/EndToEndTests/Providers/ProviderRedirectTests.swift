import Foundation
import ProviderStandIns
import Testing

@Suite("Redirects to stand-ins with the quirks of providers")
struct ProviderRedirectTests {
    @Test("a redirect to each provider signs its user in, twice the same one (U6, U15, security 16)")
    func redirects() async throws {
        let setting = try await ProvidedServer(StandInProvider.all)
        #expect(ProviderAccount.standIns.map(\.id) == StandInProvider.all.map(\.id))
        for person in ProviderAccount.standIns {
            let id = person.id
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

    @Test("a provider's code of another person's redirect signs no user in (security 3, 16)")
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
