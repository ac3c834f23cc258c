import CardeaSession
import CardeaTesting
import Foundation
import HTTPMessages
import HTTPTransport
import Locks
import Testing

/// Everything that a careless programmer, logger or crash reporter could print of a value.
private func allOutput(of value: Any, into text: inout String, depth: Int = 0) {
    print(value, to: &text)
    debugPrint(value, to: &text)
    dump(value, to: &text)
    print((value as? any Error)?.localizedDescription ?? "", to: &text)
    guard depth < 12 else { return }
    for child in Mirror(reflecting: value).children {
        print(child.label ?? "", to: &text)
        allOutput(of: child.value, into: &text, depth: depth + 1)
    }
}

/// Collects what an engine tells, in every way in which it can be printed.
private final class Listener: SessionMonitor {
    private let text = Mutex("")

    var output: String { text.withLock(\.self) }

    func record(_ trace: SessionTrace) { hear(trace) }

    func hear(_ value: Any) {
        var output = ""
        allOutput(of: value, into: &output)
        text.withLock { [output] in $0 += output }
    }
}

struct SecrecyTests {
    /// A token endpoint, and a back end that refuses the first token of every kind.
    private static let server: ScriptedTransport.Script = { (request, index) throws(TransportError) in
        let isToken = request.url.path == "/token"
        guard isToken else {
            let isOld = request.fields[.authorization]?.hasSuffix("secret-access-0") ?? false
            return HTTPResponse(status: isOld ? 401 : 200)
        }
        switch index % 3 {
        case 0: throw .lostAnswer
        case 1: return HTTPResponse(status: 503, body: Data("secret-refresh-0".utf8))
        default:
            let tokens =
                #""access_token":"secret-access-\#(index)","refresh_token":"secret-refresh-\#(index)""#
            return HTTPResponse(status: 200, body: Data("{\(tokens),\"expires_in\":60}".utf8))
        }
    }

    @Test("secrets never print: a session's whole life, through every hook, error, dump and mirror")
    func wholeLife() async throws {
        let listener = Listener()
        let store = FaultInjectingStore()
        let clock = ManualClock()
        let transport = ScriptedTransport(Self.server)
        let client = ClientAuthentication.secretPost(clientID: "app", secret: Secret("secret-client"))
        let refresher = OAuthTokenRefresher(
            endpoint: Fixture.url("https://id.example.com/token"),
            transport: transport,
            client: client
        )
        let engine = SessionEngine(
            configuration: SessionConfiguration(
                origins: [Fixture.origin],
                refreshRetries: RetryPolicy(delay: .zero),
                refreshLimit: RefreshLimit(count: 100)
            ),
            refresher: refresher,
            store: store,
            transport: transport,
            profileReader: { credential in
                listener.hear(credential)
                throw TransportError.offline
            },
            monitor: listener,
            clock: clock
        )
        engine.listen { listener.hear($0) }
        let credential = Credential(
            accessToken: Secret("secret-access-0"),
            refreshToken: Secret("secret-refresh-0"),
            lifetime: .seconds(60),
            profile: Profile(userID: "ada")
        )
        store.fail(.save, .failed, times: 1)
        try await engine.adopt(credential)
        for operation in StoreOperation.allCases {
            store.fail(operation, .damaged, times: 1)
            await Self.use(engine, listener)
        }
        for value in [credential, refresher, client, store, engine.state] as [Any] { listener.hear(value) }
        if let record = try await store.load() { listener.hear(record) }
        listener.hear(engine.credential as Any)
        listener.hear(await engine.signOut())
        await Self.use(engine, listener)
        let output = listener.output
        #expect(
            output.contains("<secret>") && output.contains("refreshEnded") && output.contains("storeFailed")
        )
        #expect(output.contains("tokenChanged") && output.contains("profileReadFailed"))
        for secret in ["secret-access", "secret-refresh", "secret-client"] {
            #expect(!output.contains(secret), "\(secret) was printed")
        }
    }

    /// Calls everything that an app calls, and prints what it gives and what it throws.
    private static func use(_ engine: SessionEngine, _ listener: Listener) async {
        let calls: [() async throws -> Any] = [
            { try await engine.restore() },
            { try await engine.data(for: Fixture.request()).status },
            { try await engine.refresh() },
            { try await engine.validCredential(leeway: .seconds(3600)) },
            {
                try await engine.credential(
                    replacing: engine.credential ?? Credential(accessToken: Secret("secret-access"))
                )
            },
        ]
        for call in calls {
            do {
                listener.hear(try await call())
            } catch {
                listener.hear(error)
            }
        }
    }
}
