import CardeaSession
import CardeaTesting
import CardeaCurlTransport
import Foundation
import CardeaHTTPMessages
import CardeaHTTPTransport
import CardeaLocks
import StoreContract
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
private final class Listener: Sendable {
    private let text = Mutex("")

    var output: String { text.withLock(\.self) }

    @Sendable func record(_ trace: SessionTrace) { hear(trace) }

    func hear(_ value: Any) {
        var output = ""
        allOutput(of: value, into: &output)
        text.withLock { [output] in $0 += output }
    }
}

/// A browser that prints what it is asked to show, and brings a code.
private struct PrintingAgent: SignInAgent, CallbackReceiver {
    let listener: Listener
    let redirect = Fixture.url("com.example.app:/callback")

    func receiver() -> any CallbackReceiver { self }

    func callback(to request: any BrowserRequest) -> URL {
        listener.hear(request)
        let items = URLComponents(url: request.url, resolvingAgainstBaseURL: true)?.queryItems ?? []
        let state = items.first { $0.name == "state" }?.value ?? ""
        return Fixture.url("\(redirect)?code=secret-code&state=\(state)")
    }
}

struct SecrecyTests {
    /// A token endpoint, and a back end that rejects the first token of every kind.
    private static let server: ScriptedTransport.Script = { (request, index) throws(TransportError) in
        let isToken = request.url.path == "/token"
        guard isToken else {
            let isOld = request.fields[.authorization]?.hasSuffix("secret-access-0") ?? false
            return CardeaResponse(status: isOld ? 401 : 200)
        }
        switch index % 3 {
        case 0: throw .lostResponse
        case 1: return CardeaResponse(status: 503, body: Data("secret-refresh-0".utf8))
        default:
            let tokens =
                #""access_token":"secret-access-\#(index)","refresh_token":"secret-refresh-\#(index)""#
            return CardeaResponse(status: 200, body: Data("{\(tokens),\"expires_in\":60}".utf8))
        }
    }

    @Test("secrets never print: a session's whole life, through every hook, error, dump and mirror")
    func wholeLife() async throws {
        let listener = Listener()
        let store = FaultInjectingStore()
        let clock = ManualClock()
        let transport = ScriptedTransport(Self.server)
        let client = ClientAuthentication.secretPost(clientID: "app", secret: SessionSecret("secret-client"))
        let refresher = OAuthTokenRefresher(
            endpoint: Fixture.url("https://id.example.com/token"),
            transport: transport,
            client: client
        )
        let engine = SessionEngine(
            configuration: SessionConfiguration(
                origins: [Fixture.origin],
                refreshRetries: RetrySchedule(delay: .zero),
                refreshLimit: 100
            ),
            refresher: refresher,
            store: store,
            transport: transport,
            profileReader: { credential in
                listener.hear(credential)
                throw TransportError.offline
            },
            monitor: listener.record,
            clock: clock
        )
        engine.listen { listener.hear($0) }
        let credential = SessionCredential(
            accessToken: SessionSecret("secret-access-0"),
            refreshToken: SessionSecret("secret-refresh-0"),
            lifetime: .seconds(60),
            profile: UserProfile(userID: "ada")
        )
        store.fail(.save, .failed, times: 1)
        try await engine.signIn(with: credential)
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

    @Test("secrets never print: a browser's sign-in, its DPoP key and the requests that carry the token")
    func signIn() async throws {
        let listener = Listener()
        let dpop = DPoP()
        let transport = ScriptedTransport { (request, index) throws(TransportError) in
            let responses = [
                #"{"access_token":"secret-access","token_type":"DPoP","refresh_token":"secret-refresh"}"#,
                #"{"error":"invalid_grant","error_description":"secret-code"}"#, "secret-code",
            ]
            return CardeaResponse(status: index == 1 ? 400 : 200, body: Data(responses[index].utf8))
        }
        let flow = AuthorizationCodeFlow(
            server: AuthorizationServer(
                authorizationEndpoint: Fixture.url("https://id.example.com/authorize"),
                tokenEndpoint: Fixture.url("https://id.example.com/token")
            ),
            client: .secretPost(clientID: "app", secret: SessionSecret("secret-client")),
            transport: transport,
            dpop: dpop
        )
        let credential = try await flow.signIn(through: PrintingAgent(listener: listener))
        for _ in 0..<2 {
            let error = await #expect(throws: SignInError.self) {
                try await flow.signIn(through: PrintingAgent(listener: listener))
            }
            listener.hear(error as Any)
        }
        let fixture = Fixture(authorizer: dpop)
        try await fixture.engine.signIn(with: credential)
        var request = Fixture.request()
        listener.hear(try await fixture.engine.authorize(&request) as Any)
        #expect(request.fields[.authorization] == "DPoP secret-access")
        let response = CardeaResponse(status: 200, fields: ["x-new-token": "secret-access"])
        for value in [flow, dpop, credential, request, response, fixture.engine] as [Any] {
            listener.hear(value)
        }
        let output = listener.output
        #expect(output.contains("code_challenge") && output.contains("invalid_grant"))
        #expect(output.contains("dpop") && output.contains("x-new-token"))
        let form = String(decoding: transport.requests.first?.body ?? Data(), as: UTF8.self)
        let verifier = try #require(form.split(separator: "&").first { $0.hasPrefix("code_verifier=") })
        let secrets = [
            "secret-access", "secret-refresh", "secret-client", "secret-code",
            String(verifier.dropFirst("code_verifier=".count)), try #require(credential.proofKey).reveal(),
            try #require(request.fields["dpop"]),
        ]
        for secret in secrets { #expect(!output.contains(secret), "\(secret) was printed") }
    }

    @Test("errors of stores and transports print no secret")
    func failures() async throws {
        let listener = Listener()
        let record = StoreContract.record(token: "secret-access")
        let damaged = Data(String(decoding: record.encoded(), as: UTF8.self).dropLast(1).utf8)
        let keychain = FakeKeychain()
        try await keychain.add(damaged, tag: Data())
        let directory = StoreContractTests.temporaryDirectory()
        let file = EncryptedFileStore(directory: directory)
        try await file.save(record, replacing: nil)
        let key = Data("secret-key".utf8)
        try key.write(to: directory.appending(path: "store.key"))
        let plain = EncryptedFileStore(directory: directory, name: "plain")
        try damaged.write(to: directory.appending(path: "plain.credential"))
        let keychainStore = KeychainItemStore(keychain)
        let migrating = MigratingStore(from: keychainStore, to: file)
        let stores: [any CredentialStore] = [keychainStore, file, plain, migrating]
        for store in stores {
            let error = await #expect(throws: StoreError.self) { try await store.load() }
            #expect(error?.code == .damaged)
            for value in [store, error as Any, SessionError(try #require(error))] as [Any] {
                listener.hear(value)
            }
        }
        var request = CardeaRequest(.post, Fixture.url("http://nowhere.invalid/?t=secret-access"))
        request.fields[.authorization] = "Bearer secret-access"
        request.body = Data("t=secret-access".utf8)
        for header in ["1", "\r\nsecret-access: 2"] {
            request.fields["x-a"] = header
            let error = await #expect(throws: TransportError.self) { try await CurlTransport().send(request) }
            listener.hear(error as Any)
        }
        #expect(listener.output.contains("cannotConnect") && listener.output.contains("damaged"))
        for secret in ["secret-access", "secret-key", "ada@example.com"] {
            #expect(!listener.output.contains(secret), "\(secret) was printed")
        }
    }

    /// Calls everything that an app calls, and prints what it gives and what it throws.
    private static func use(_ engine: SessionEngine, _ listener: Listener) async {
        let calls: [() async throws -> Any] = [
            { try await engine.restore() as Any },
            { try await engine.data(for: Fixture.request()).status },
            { try await engine.refresh() },
            { try await engine.validCredential(expiryMargin: .seconds(3600)) },
            {
                try await engine.credential(
                    replacing: engine.credential
                        ?? SessionCredential(accessToken: SessionSecret("secret-access"))
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
