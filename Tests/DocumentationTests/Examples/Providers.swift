import Cardea
import CardeaSession
import Foundation

/// The examples of identity providers.
struct ProviderExamples {
    let client: CardeaClient
    let agent: ExternalUserAgent

    func page() async throws {
        // EXAMPLE SigningInByProvider
        let user = try await client.signIn(with: .gitHub, through: agent)
        // END
        _ = user
    }

    func opener() async throws {
        // EXAMPLE OwnOpener
        let agent = ExternalUserAgent.loopback { page in
            print("Open this page in a browser on this machine: \(page.absoluteString)")
        }
        let user = try await client.signIn(with: .gitHub, through: agent)
        // END
        _ = user
    }

    func native(_ identityToken: Data, _ fullName: PersonNameComponents, _ idToken: String) async throws {
        // EXAMPLE NativeProviders
        // Sign in with Apple: set `nonce.sha256` at the request, and take the response's credential.
        let nonce = SignInNonce()
        let user = try await client.signIn(
            with: .apple(idToken: identityToken, nonce: nonce, fullName: fullName)
        )

        // Google's SDK, and any other that gives an ID token.
        try await client.signIn(idToken: idToken, of: .google)
        // END
        _ = user
    }

    func linking(_ user: CardeaUser) async throws {
        // EXAMPLE LinkingProviders
        // A guest stays the same user, and can sign in by Google from now on.
        try await user.link(.google, through: agent)
        print(try await user.fetchProviders().map(\.id))
        try await user.unlink("google.com")
        // END
    }

    func conflict(_ credential: ProviderCredential, password: String) async throws {
        // EXAMPLE ProviderConflict
        do {
            try await client.signIn(with: credential)
        } catch {
            guard error.code == .accountExistsWithDifferentCredential else { throw error }
            // The user signs in as before, and then gets the new provider too.
            let user = try await client.signIn(email: error.conflict?.email ?? "", password: password)
            if let credential = error.conflict?.credential { try await user.link(credential) }
        }
        // END
    }

    func resume() async throws {
        // EXAMPLE ResumingSignIn
        var user = try await client.restore()
        if user == nil { user = try await client.resumeSignIn(through: .loopback()) }
        // END
        _ = user
    }

    func open(_ url: URL) async throws {
        // EXAMPLE ResumingByCallback
        if try await client.resumeSignIn(from: url) != nil { return }
        // END
    }

    func tokens(_ user: CardeaUser) async throws -> CardeaRequest? {
        guard let repositories = URL(string: "https://api.github.com/user/repos") else { return nil }
        // EXAMPLE ProviderTokens
        guard let token = try await user.providerTokens(of: .gitHub)?.accessToken else { return nil }
        var request = CardeaRequest(.get, repositories)
        request.fields[.authorization] = "Bearer \(token.reveal())"
        // END
        return request
    }
}
