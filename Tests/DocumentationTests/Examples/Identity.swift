import Cardea
import Foundation

// The examples of the identity SDK on the pages of Cardea and in the README.
private struct App {
    let address: URL
    let apiKey: String
    let api: URL
    let orders: URL
    let client: CardeaClient

    func readme(_ password: String) async throws {
        // EXAMPLE Readme
        let client = CardeaClient(server: .cardea(address), apiKey: apiKey, origin: api)
        let user = try await client.signIn(email: "ada@example.com", password: password)

        // The session now lasts: tokens are refreshed before they expire, rejected requests are sent again.
        let response = try await user.data(for: CardeaRequest(.get, orders))

        await client.signOut()
        // END
        _ = response
    }

    func create() -> CardeaClient {
        // EXAMPLE Client
        let client = CardeaClient(
            .init(
                server: .cardea(address),
                apiKey: apiKey,
                session: SessionConfiguration(origin: api)
            )
        )
        // END
        return client
    }

    func configure(_ directory: URL) -> CardeaClient {
        // EXAMPLE ClientWithStore
        let client = CardeaClient(
            .init(
                server: .cardea(address),
                apiKey: apiKey,
                store: EncryptedFileStore(directory: directory),
                session: SessionConfiguration(origin: api)
            )
        )
        // END
        return client
    }

    func start(_ show: (CardeaUser) -> Void, _ showTitleScreen: () -> Void) async throws {
        // EXAMPLE Restoring
        if let user = try await client.restore() { show(user) } else { showTitleScreen() }
        // END
    }

    func signIn(_ email: String, _ password: String) async throws {
        // EXAMPLE SigningIn
        let user = try await client.signIn(email: email, password: password)
        // END
        _ = user
    }

    func signUp(_ email: String, _ password: String) async throws {
        // EXAMPLE SigningUp
        // With an address and a password:
        try await client.signUp(email: email, password: password)

        // Or as a guest, who may become a lasting user later and stays the same one:
        let guest = try await client.signInAnonymously()
        try await guest.link(email: email, password: password)
        // END
    }

    func use(_ user: CardeaUser, _ name: String) async throws {
        // EXAMPLE UsingAUser
        // A request of the app, with a token that is good:
        let response = try await user.data(for: CardeaRequest(.get, orders))

        // Changes of other devices, and changes on this one:
        try await user.reload()
        try await user.updateProfile(displayName: .set(name), photoURL: .clear)

        // A token for another library, and when it ends:
        let token = try await user.accessToken().reveal()
        let end = user.tokenTimes?.expiresAt
        // END
        _ = (response, token, end)
    }

    struct Order: Codable { let item: String }

    func everythingElse(_ user: CardeaUser, _ photo: URL, _ file: URL) async throws {
        // EXAMPLE MoreRequests
        // JSON in both directions:
        let request = try CardeaRequest(.post, orders, json: Order(item: "A hinge"))
        let order = try await user.data(for: request).json(Order.self)

        // Files, streams, server-sent events:
        _ = try await user.upload(for: CardeaRequest(.put, photo), from: .file(file))
        _ = try await user.download(for: CardeaRequest(.get, photo), to: file)
        for try await event in user.serverSentEvents(for: CardeaRequest(.get, orders)) { print(event.data) }

        // Events of this user's session, and its engine for adapters of other HTTP libraries:
        for await event in user.events { print(event) }
        let engine = user.engine
        // END
        _ = (order, engine)
    }

    @MainActor func model() {
        // EXAMPLE Model
        let model = CardeaModel(client)
        switch model.state {
        case .restoring: print("One moment …")
        case .signedOut: print("Sign in, please.")
        case .signedIn(let user): print("Welcome, \(model.profile?.displayName ?? user.uid)")
        }
        // END
    }

    func follow(_ showSignIn: @escaping @Sendable () -> Void) async {
        // EXAMPLE Events
        for await event in client.events {
            switch event {
            case .present(.signedOut), .signedOut: showSignIn()
            case .tokenChanged(let user, let cause): print("\(user.uid): \(cause)")
            default: break
            }
        }
        // END
    }

    func showStorage(_ showNotStored: (Bool) -> Void) async {
        // EXAMPLE NotStored
        for await event in client.events {
            switch event {
            case .persistencePending: showNotStored(true)
            case .persisted, .signedOut: showNotStored(false)
            default: break
            }
        }
        // END
    }

    func callbacks(_ email: String, _ password: String) {
        // EXAMPLE Callbacks
        client.signIn(email: email, password: password) { result in
            switch result {
            case .success(let user): print("Welcome, \(user.email ?? user.uid)")
            case .failure(let error): print("That did not work: \(error.code)")
            }
        }
        // END
    }

    func signOut() async {
        // EXAMPLE SigningOut
        // Here, in the store, and at the server: the session's tokens stop working everywhere.
        let result = await client.signOut()
        if result.revocationFailure != nil { print("The server will be told later.") }
        // END
    }

    func sideBySide(_ password: String) async throws {
        // EXAMPLE SideBySide
        let ada = try await client.signIn(email: "ada@example.com", password: password)
        let bob = try await client.signIn(email: "bob@example.com", password: password)

        // Bob is the current user now. Ada's session goes on beside his, with tokens of its own.
        try await ada.reload()
        try await client.makeCurrent(ada)
        // END
        _ = bob
    }

    func changePassword(
        of user: CardeaUser,
        to newPassword: String,
        _ askForPassword: () -> String
    ) async throws {
        // EXAMPLE Reauthenticating
        do {
            try await user.updatePassword(newPassword)
        } catch {
            guard error.code == .recentSignInRequired else { throw error }
            try await user.reauthenticate(password: askForPassword())
            try await user.updatePassword(newPassword)
        }
        // END
    }

    func report(_ user: CardeaUser) async {
        // EXAMPLE Reporting
        do {
            try await user.reload()
        } catch {
            switch error.code {
            case .refreshTokenFailed: print("Your session has ended. Please sign in again.")
            case .networkUnavailable: print("The server cannot be reached.")
            case .tooManyAttempts: print("Please wait \(error.retryAfter ?? .seconds(60)).")
            default: print("That did not work (\(error.code)).")
            }
        }
        // END
    }

    @MainActor func press(_ email: String, _ password: String, _ show: @escaping @MainActor (String) -> Void)
    {
        // EXAMPLE ErrorsInATask
        Task {
            do throws(CardeaError) {
                let user = try await client.signIn(email: email, password: password)
                try await user.updateProfile(displayName: "Ada")
            } catch {
                show(error.code == .invalidCredentials ? "Try again." : error.localizedDescription)
            }
        }
        // END
    }

    func send(_ order: Order, _ user: CardeaUser) async throws {
        // EXAMPLE TypedErrors
        let request = try CardeaRequest(.post, orders, json: order)
        do throws(CardeaError) {
            _ = try await user.data(for: request)
        } catch {
            print("Not sent (\(error.code)).")
        }
        // END
    }
}
