import CardeaSession
import Foundation

// The examples of an engine on the pages of CardeaSession.
private struct App {
    let origin: WebOrigin
    let directory: URL
    let tokenEndpoint: URL

    func start(
        _ engine: SessionEngine,
        _ show: (UserProfile) -> Void,
        _ showSignIn: (String?) -> Void
    ) async throws {
        // EXAMPLE Starting
        do throws(SessionError) {
            if let user = try await engine.restore() { show(user) } else { showSignIn(nil) }
        } catch {
            switch error.code {
            // The stored record cannot be decoded. Nothing was deleted, and a sign-in replaces it.
            case .storeDamaged: showSignIn(nil)
            // This process may not use the store. A sign-in works, but ends with the program: say so.
            case .storeDenied: showSignIn("You will not stay signed in: \(error.detail ?? "")")
            // Somebody may well be signed in, as before the device's first unlock: try again later.
            default: throw error
            }
        }
        // END
    }

    func finish(_ engine: SessionEngine) async {
        // EXAMPLE SigningOut
        let result = await engine.signOut()
        // END
        _ = result
    }

    func call(_ engine: SessionEngine, _ photo: URL, _ feed: URL, _ file: URL) async throws {
        // EXAMPLE Calls
        // A file, sent again from its beginning if the token was rejected:
        let request = CardeaRequest(.put, photo)
        _ = try await engine.upload(for: request, from: .file(file))

        // A response that goes to a file, and appears there when it is complete:
        _ = try await engine.download(for: CardeaRequest(.get, photo), to: file) { progress in
            print(progress.fraction ?? 0)
        }

        // Server-sent events, over as many connections and tokens as it takes:
        for try await event in engine.serverSentEvents(for: CardeaRequest(.get, feed)) {
            print(event.data)
        }

        // Without the token:
        _ = try await engine.data(for: CardeaRequest(.get, feed), options: .unauthenticated)
        // END
    }

    func redirect(_ engine: SessionEngine, _ photo: URL) async throws -> String? {
        // EXAMPLE NoRedirects
        let options = RequestOptions(followsRedirects: false)
        let response = try await engine.data(for: CardeaRequest(.get, photo), options: options)
        let target = response.fields[.location]
        // END
        return target
    }

    func follow(_ engine: SessionEngine, _ showSignIn: @escaping @Sendable () -> Void) async {
        // EXAMPLE Listening
        let observation = engine.listen { event in
            if case .signedOut(let reason) = event, reason != .requested { showSignIn() }
        }

        for await state in engine.states {
            print(state.profile?.displayName ?? "nobody")
        }
        // END
        observation.cancel()
    }

    func accounts(_ refresher: some CredentialRefresher, _ credential: SessionCredential) async throws {
        // EXAMPLE Accounts
        let accounts = SessionAccounts(directory: directory) { account in
            SessionEngine(
                configuration: SessionConfiguration(origins: [origin]),
                refresher: refresher,
                store: EncryptedFileStore(directory: directory, name: account)
            )
        }
        let current = try await accounts.restore()
        try await accounts.signIn(credential, as: "ada")
        try await accounts.makeCurrent("grace")
        // END
        _ = current
    }

    func refreshAhead(
        _ profile: @escaping @Sendable (SessionCredential) async throws -> UserProfile,
        _ log: @escaping SessionMonitor
    ) {
        // EXAMPLE RefreshAhead
        var configuration = SessionConfiguration(origins: [origin])
        configuration.refreshAhead = RefreshAhead()
        let engine = SessionEngine(
            configuration: configuration,
            refresher: .oauth(endpoint: tokenEndpoint),
            store: EncryptedFileStore(directory: directory),
            profileReader: { credential in try await profile(credential) },
            monitor: log
        )
        // END
        _ = engine
    }

    func signInByBrowser(_ engine: SessionEngine, _ signInPage: URL) async throws {
        // EXAMPLE BrowserSignIn
        let flow = AuthorizationCodeFlow(
            server: AuthorizationServer(
                authorizationEndpoint: signInPage,
                tokenEndpoint: tokenEndpoint,
                issuer: "https://id.example.com"
            ),
            client: .none(clientID: "my-app"),
            scope: "openid email"
        )
        try await engine.signIn { try await flow.signIn(through: .loopback()) }
        // END
    }

    func stepUpByBrowser(_ flow: AuthorizationCodeFlow) {
        // EXAMPLE BrowserStepUp
        let engine = SessionEngine(
            configuration: SessionConfiguration(origins: [origin]),
            refresher: .oauth(endpoint: tokenEndpoint),
            store: EncryptedFileStore(directory: directory),
            stepUp: { challenge in try? await flow.signIn(through: .loopback(), for: challenge) }
        )
        // END
        _ = engine
    }

    func send(
        _ request: CardeaRequest,
        by library: some OtherLibrary,
        _ engine: SessionEngine
    ) async throws -> CardeaResponse {
        // EXAMPLE OtherLibrary
        var outgoing = request
        let credential = try await engine.authorize(&outgoing)
        var response = try await library.send(outgoing)
        if let credential,
            let newer = try await engine.credentialForRetry(
                after: response,
                to: outgoing,
                sentWith: credential
            )
        {
            outgoing = request
            engine.authorize(&outgoing, with: newer)
            response = try await library.send(outgoing)
        }
        return response
        // END
    }
}

private protocol OtherLibrary: Sendable {
    func send(_ request: CardeaRequest) async throws -> CardeaResponse
}
