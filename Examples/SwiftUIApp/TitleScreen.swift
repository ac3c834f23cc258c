import Cardea
import SwiftUI

/// Signs a user in, or up, or in as a guest.
struct TitleScreen: View {
    let client: CardeaClient
    @State private var email = ""
    @State private var password = ""
    @State private var message = ""

    var body: some View {
        VStack {
            TextField("E-mail", text: $email)
            SecureField("Password", text: $password)
            Button("Sign in") { run { try await client.signIn(email: email, password: password) } }
            Button("Sign up") { run { try await client.signUp(email: email, password: password) } }
            Button("Send me a link") {
                run { try await EmailLink(client: client).send(to: email) }
            }
            Button("I forgot my password") {
                run { try await client.sendPasswordReset(toEmail: email) }
            }
            Button("Continue as a guest") { run { try await client.signInAnonymously() } }
            Text(message)
        }
    }

    private func run<Outcome>(_ operation: @escaping @MainActor () async throws -> Outcome) {
        Task {
            do {
                let outcome = try await operation()
                // A sign-in shows the main screen; a link is in the mailbox.
                message = outcome is CardeaUser ? "" : "Please look into your mailbox."
            } catch {
                message = words(for: (error as? CardeaError)?.code)
            }
        }
    }

    private func words(for code: CardeaError.Code?) -> String {
        switch code {
        case .invalidCredentials, .wrongPassword: "E-mail address or password is wrong."
        case .emailAlreadyInUse: "An account has this e-mail address already."
        case .invalidEmail: "This is not an e-mail address."
        case .networkUnavailable: "The server cannot be reached. Please try again."
        default: "That did not work. Please try again."
        }
    }
}
