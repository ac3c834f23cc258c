import Cardea
import CardeaSession
import CardeaTesting
import Foundation
import Testing

/// Ways in which a sign-in ends whose page was open when the app ended.
extension ResumptionTests {
    @Test("a callback with the provider's error ends the sign-in (U8)")
    func denied() async throws {
        let transport = ScriptedTransport(responses: [Self.page()])
        let app = try start(transport)
        let lost = await open { try await app.signIn(with: .gitHub, through: $0) }
        defer { lost.cancel() }
        let next = try start(transport)
        let denial = try callback("error=access_denied&state=s-1")
        #expect(await failure { try await next.resumeSignIn(from: denial) }?.code == .cancelled)
        #expect(try await kept() == nil && transport.requests.count == 1)
    }

    @Test("without a network a sign-in can be resumed again; after a lost response it cannot (U8, K13)")
    func network() async throws {
        let offline = TransportError(.cannotConnect, mayHaveBeenReceived: false, description: "offline")
        let transport = ScriptedTransport(responses: [
            Self.page(), .failure(offline), .failure(.lostResponse), Self.tokens(of: "ada"),
        ])
        let app = try start(transport)
        let lost = await open { try await app.signIn(with: .gitHub, through: $0) }
        defer { lost.cancel() }
        let next = try start(transport)
        #expect(
            await failure { try await next.resumeSignIn(from: try callback()) }?.code == .networkUnavailable
        )
        let error = await failure { try await next.resumeSignIn(from: try callback()) }
        #expect(error?.isOutcomeUnknown == true)
        #expect(try await next.resumeSignIn(from: try callback()) == nil && transport.requests.count == 3)
    }

    @Test("a sign-out forgets the sign-in whose page is open (U7, U8)")
    func signOut() async throws {
        let transport = ScriptedTransport(responses: [Self.page()])
        let app = try start(transport)
        let lost = await open { try await app.signIn(with: .gitHub, through: $0) }
        defer { lost.cancel() }
        let next = try start(transport)
        _ = await next.signOut()
        #expect(try await next.resumeSignIn(from: try callback()) == nil && transport.requests.count == 1)
    }

    @Test("an agent shows the page again; one with another redirect address does not (U8)")
    func shownAgain() async throws {
        let transport = ScriptedTransport(responses: [
            Self.page(), Self.tokens(of: "ada"), Self.user("ada", "github.com"),
        ])
        let app = try start(transport)
        let lost = await open { try await app.signIn(with: .gitHub, through: $0) }
        defer { lost.cancel() }
        let next = try start(transport)
        let elsewhere = ExternalUserAgent(redirect: try #require(URL(string: "com.example.app:/other"))) {
            $0
        }
        #expect(try await next.resumeSignIn(through: elsewhere) == nil)
        let response = try callback()
        let shown = AsyncStream.makeStream(of: URL.self)
        let agent = ExternalUserAgent(redirect: redirect) { page in
            shown.continuation.yield(page)
            return response
        }
        #expect(try await next.resumeSignIn(through: agent)?.uid == "ada")
        for await page in shown.stream {
            #expect(page.absoluteString == "https://id.example.com/auth/start?state=s-1")
            break
        }
        #expect(try await next.resumeSignIn(through: agent) == nil, "nothing waits any more")
    }

    @Test("if the user closes the page that is shown again, the sign-in ends (U8)")
    func closed() async throws {
        let transport = ScriptedTransport(responses: [Self.page()])
        let app = try start(transport)
        let lost = await open { try await app.signIn(with: .gitHub, through: $0) }
        defer { lost.cancel() }
        let next = try start(transport)
        let closing = ExternalUserAgent(redirect: redirect) { _ throws(SignInError) in
            throw SignInError(.cancelled)
        }
        #expect(await failure { try await next.resumeSignIn(through: closing) }?.code == .cancelled)
        #expect(try await kept() == nil)
    }

    @Test("a store of the app's own, without siblings, signs in as before (U8)")
    func ownStore() async throws {
        let transport = ScriptedTransport(responses: [
            Self.page(), Self.tokens(of: "ada"), Self.user("ada", "github.com"),
        ])
        let app = try start(transport, store: LatchedStore(InMemoryStore()))
        let response = try callback()
        let agent = ExternalUserAgent(redirect: redirect) { _ in response }
        #expect(try await app.signIn(with: .gitHub, through: agent).uid == "ada")
        #expect(try await app.resumeSignIn(from: response) == nil)
    }

    @Test("the kept sign-in prints no secret (security 23)")
    func secrecy() async throws {
        let transport = ScriptedTransport(responses: [Self.page()])
        let app = try start(transport)
        let lost = await open { try await app.signIn(with: .gitHub, through: $0) }
        defer { lost.cancel() }
        var text = ""
        dump(try await kept(), to: &text)
        #expect(!text.contains("session-1") && !text.contains("s-1") && text.contains("github.com"))
    }
}
