import Cardea
import CardeaCurlTransport
import CardeaSession
import Foundation

/// One start of an app whose user changes the password, or refreshes meanwhile.
struct PasswordProbe {
    /// A step of the app.
    enum Step: String {
        /// Signs up.
        case signUp
        /// Changes the password. When the response is here, it prints `changed`, and waits for a line before it goes on.
        case changePassword
        /// Prints `refreshing`, and refreshes.
        case refresh
    }

    private let client: CardeaClient

    init(directory: URL, server: URL, apiKey: String) {
        client = CardeaClient(
            .init(
                server: .cardea(server),
                apiKey: apiKey,
                store: EncryptedFileStore(directory: directory),
                transport: HeldTransport()
            )
        )
    }

    /// Does one step, and prints `user ID`, or the word for no user.
    func run(_ step: Step) async throws {
        let user: CardeaUser?
        switch step {
        case .signUp: user = try await client.signUp(email: "ada@example.com", password: "correct horse")
        case .changePassword, .refresh: user = try await client.restore()
        }
        if step == .changePassword { try await user?.updatePassword("battery staple") }
        if step == .refresh {
            say("refreshing")
            _ = try? await user?.accessToken(forcingRefresh: true)
        }
        say(client.currentUser.map { "user \($0.uid)" } ?? "nobody")
    }
}

/// A network whose response to a change of the user waits for a line of the input.
private struct HeldTransport: HTTPTransport {
    private let transport = CurlTransport()

    func send(_ request: CardeaRequest) async throws(TransportError) -> CardeaResponse {
        let response = try await transport.send(request)
        if request.url.path().hasSuffix("accounts:update") {
            say("changed")
            _ = readLine()
        }
        return response
    }
}
