import CardeaSession
import CardeaTesting
import CardeaCurlTransport
import TransportTestSupport
import Foundation
import CardeaHTTPMessages
import CardeaHTTPTransport
import CardeaLocks
import Testing

/// A browser of the test: it does what it is told with the page that it is to open.
private struct Browser: Sendable {
    let transport = CurlTransport()

    /// The redirect address and the state that a page names.
    static func items(_ page: URL) -> (redirect: String, state: String) {
        let items = URLComponents(url: page, resolvingAgainstBaseURL: true)?.queryItems ?? []
        let values = Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in first }
        return (values["redirect_uri"] ?? "", values["state"] ?? "")
    }

    func get(_ address: String, _ method: RequestMethod = .get) async throws -> CardeaResponse {
        try await transport.send(CardeaRequest(method, Fixture.url(address)))
    }
}

private final class Statuses: Sendable {
    let all = Mutex<[Int]>([])
}

struct LoopbackUserAgentTests: Sendable {
    private let browser = Browser()

    private func flow(_ transport: ScriptedTransport) -> AuthorizationCodeFlow {
        AuthorizationCodeFlow(
            server: AuthorizationServer(
                authorizationEndpoint: Fixture.url("https://id.example.com/authorize"),
                tokenEndpoint: Fixture.url("https://id.example.com/token")
            ),
            client: .none(clientID: "app"),
            transport: transport
        )
    }

    private static let issued = CardeaResponse(
        status: 200,
        body: Data(#"{"access_token":"a","refresh_token":"r","expires_in":60}"#.utf8)
    )

    @Test(
        "the browser returns to this machine, gets a page, and the code is exchanged (RFC 8252)",
        arguments: LoopbackUserAgent.Host.allCases
    )
    func signIn(host: LoopbackUserAgent.Host) async throws {
        let transport = ScriptedTransport(responses: [.success(Self.issued)])
        let pages = Mutex<[Task<CardeaResponse, any Error>]>([])
        let agent = LoopbackUserAgent(host: host, path: "/back") { page in
            let (redirect, state) = Browser.items(page)
            #expect(redirect.hasPrefix("http://\(host.rawValue):") && redirect.hasSuffix("/back"))
            let visit = Task { try await browser.get("\(redirect)?code=the-code&state=\(state)") }
            pages.withLock { $0.append(visit) }
        }
        let credential = try await flow(transport).signIn(through: agent)
        #expect(credential.accessToken == SessionSecret("a") && credential.refreshToken == SessionSecret("r"))
        let page = try await #require(pages.withLock(\.first)).value
        #expect(page.status == 200 && String(decoding: page.body, as: UTF8.self).contains("close this page"))
        let form = String(decoding: transport.requests.first?.body ?? Data(), as: UTF8.self)
        #expect(form.hasPrefix("grant_type=authorization_code&code=the-code&redirect_uri=http%3A%2F%2F"))
        #expect(form.contains("&code_verifier=") && form.hasSuffix("&client_id=app"))
    }

    @Test("every request except the callback is rejected, and the sign-in continues")
    func strangers() async throws {
        let transport = ScriptedTransport(responses: [.success(Self.issued)])
        let seen = Statuses()
        let agent = LoopbackUserAgent { page in
            let (redirect, state) = Browser.items(page)
            Task {
                let root = redirect.replacing("/callback", with: "")
                let visits: [(String, RequestMethod)] = [
                    ("\(root)/favicon.ico", .get), ("\(redirect)?code=x&state=\(state)", .post),
                    ("\(redirect)?code=x&state=guess", .get), (redirect, .get),
                ]
                for (address, method) in visits {
                    let status = try await browser.get(address, method).status
                    seen.all.withLock { $0.append(status) }
                }
                _ = try await browser.get("\(redirect)?code=right&state=\(state)")
            }
        }
        _ = try await flow(transport).signIn(through: agent)
        #expect(seen.all.withLock(\.self) == [404, 405, 400, 400])
        let form = String(decoding: transport.requests.first?.body ?? Data(), as: UTF8.self)
        #expect(form.contains("code=right"))
    }

    @Test("a callback that comes twice ends the wait once, and one code is exchanged (security 16)")
    func twice() async throws {
        let transport = ScriptedTransport(responses: [.success(Self.issued)])
        let visits = Mutex<[Task<Int?, Never>]>([])
        let agent = LoopbackUserAgent { page in
            let (redirect, state) = Browser.items(page)
            for code in ["one", "two"] {
                let visit = Task { try? await browser.get("\(redirect)?code=\(code)&state=\(state)").status }
                visits.withLock { $0.append(visit) }
            }
        }
        _ = try await flow(transport).signIn(through: agent)
        var statuses: [Int?] = []
        for visit in visits.withLock(\.self) { statuses.append(await visit.value) }
        #expect(statuses.compactMap(\.self) == [200], "the other one reaches nobody")
        #expect(transport.requests.count == 1)
    }

    @Test("an agent listens again at the address of an earlier page, and opens no page (U8)")
    func resumption() async throws {
        for host in [LoopbackUserAgent.Host.ipv4, .name] {
            // The port is free again after this.
            let earlier = try LoopbackUserAgent(host: host, path: "/back") { _ in }.receiver().redirect
            let request = OpenPage(redirect: earlier)
            let agent = LoopbackUserAgent { _ in Issue.record("the page opens again") }
            let receiver = try #require(try await agent.receiver(resuming: earlier))
            let second = try await agent.receiver(resuming: earlier)
            #expect(second == nil, "the port is in use")
            let callback = "\(earlier.absoluteString)?code=c&state=s-1"
            let visit = Task { try await browser.get(callback).status }
            #expect(try await receiver.callback(to: request).absoluteString == callback)
            #expect(try await visit.value == 200)
        }
        let agent = LoopbackUserAgent { _ in }
        for address in ["com.example.app:/back", "http://192.0.2.1:4711/back", "http://127.0.0.1/back"] {
            let receiver = try await agent.receiver(resuming: Fixture.url(address))
            #expect(receiver == nil, "\(address)")
        }
    }

    @Test("the address of an earlier page is free although another process has its socket (U8)")
    func inheritance() async throws {
        var receiver: (any CallbackReceiver)? = try LoopbackUserAgent { _ in }.receiver()
        let earlier = try #require(receiver?.redirect)
        let copy = try InheritedSocket(listeningAt: UInt16(try #require(earlier.port)))
        receiver = nil
        #expect(try await LoopbackUserAgent { _ in }.receiver(resuming: earlier) != nil)
        withExtendedLifetime(copy) {}
    }

    /// A page that was opened before.
    private struct OpenPage: BrowserRequest {
        let url = Fixture.url("https://id.example.com/auth/start?state=s-1")
        let redirect: URL
        let state = SessionSecret("s-1")
    }

    private func failure(
        _ agent: LoopbackUserAgent,
        _ transport: ScriptedTransport = ScriptedTransport(responses: [])
    ) async -> SignInError? {
        do throws(SignInError) {
            _ = try await flow(transport).signIn(through: agent)
            return nil
        } catch {
            return error
        }
    }

    @Test("a sign-in that the user denies, or whose code the server rejects, throws")
    func rejections() async {
        let denying = LoopbackUserAgent { page in
            let (redirect, state) = Browser.items(page)
            Task { try await browser.get("\(redirect)?error=access_denied&state=\(state)") }
        }
        #expect(await failure(denying)?.code == .denied)
        let agreeing = LoopbackUserAgent { page in
            let (redirect, state) = Browser.items(page)
            Task { try await browser.get("\(redirect)?code=c&state=\(state)") }
        }
        let rejection = CardeaResponse(status: 400, body: Data(#"{"error":"invalid_grant"}"#.utf8))
        let error = await failure(agreeing, ScriptedTransport(responses: [.success(rejection)]))
        #expect(error == SignInError(.rejected, detail: "invalid_grant"))
        #expect(
            await failure(agreeing, ScriptedTransport(responses: [.failure(.lostResponse)]))?.code
                == .transport
        )
    }

    @Test("a sign-in without a browser, without a response, or that is cancelled, throws")
    func absences() async throws {
        struct NoBrowser: Error {}
        #expect(await failure(LoopbackUserAgent { _ in throw NoBrowser() })?.code == .noUserAgent)

        let clock = ManualClock()
        let redirects = Mutex<[String]>([])
        let agent = LoopbackUserAgent(clock: clock) { page in
            redirects.withLock { $0.append(Browser.items(page).redirect) }
        }
        let late = Task { await failure(agent) }
        await clock.untilSomeoneSleeps(for: .seconds(300))
        clock.advance(by: .seconds(300))
        #expect(await late.value?.code == .timedOut)

        let cancelled = Task { await failure(agent) }
        await clock.untilSomeoneSleeps(for: .seconds(300))
        cancelled.cancel()
        #expect(await cancelled.value?.code == .cancelled)
        // Nothing listens any more.
        for redirect in redirects.withLock(\.self) {
            await #expect(throws: TransportError.self) { try await browser.get(redirect) }
        }
    }
}
