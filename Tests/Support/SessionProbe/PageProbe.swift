import Cardea
import CardeaCurlTransport
import CardeaSession
import Foundation

/// One start of an app that signs in by a provider's page, and may be killed while it is open.
struct PageProbe {
    /// A step of the app.
    enum Step: String {
        /// Signs in by GitHub. With an address, the page comes back to it; otherwise to a loopback address.
        case signIn
        /// Links GitHub to a guest.
        case link
        /// Goes on by a callback, or listens again.
        case resume
        /// Tells who is signed in.
        case restore
    }

    private let client: CardeaClient

    init(directory: URL, server: URL, apiKey: String) {
        client = CardeaClient(
            .init(
                server: .cardea(server),
                apiKey: apiKey,
                store: EncryptedFileStore(directory: directory),
                transport: CurlTransport()
            )
        )
    }

    /// Does one step, and prints `user ID PROVIDERS`, or the word for no user; before that, `page URL` for a page that is open.
    func run(_ step: Step, address: URL?) async throws {
        let user: CardeaUser?
        switch step {
        case .signIn:
            user = try await client.signIn(with: .gitHub, through: agent(address))
        case .link:
            let guest = try await client.signInAnonymously()
            say("guest \(guest.uid)")
            try await guest.link(.gitHub, through: agent(address))
            user = guest
        case .resume:
            if let address {
                user = try await client.resumeSignIn(from: address)
            } else {
                user = try await client.resumeSignIn(through: .loopback())
            }
        case .restore:
            user = try await client.restore()
        }
        say(user.map { "user \($0.uid) \($0.providerIDs.joined(separator: ","))" } ?? "nobody")
    }

    private func agent(_ redirect: URL?) -> ExternalUserAgent {
        guard let redirect else { return .loopback { say("page \($0.absoluteString)") } }
        return ExternalUserAgent(redirect: redirect) { page throws(SignInError) in
            say("page \(page.absoluteString)")
            // The callback opens another process.
            try? await Task.sleep(for: .seconds(3600))
            throw SignInError(.cancelled)
        }
    }
}

/// Prints a line at once.
func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
