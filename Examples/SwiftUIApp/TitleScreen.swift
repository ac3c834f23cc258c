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
            Button("Continue as a guest") { run { try await client.signInAnonymously() } }
            Text(message)
        }
    }

    private func run(_ operation: @escaping @MainActor () async throws -> CardeaUser) {
        Task {
            do {
                _ = try await operation()
            } catch {
                message = words(for: (error as? CardeaError)?.code)
            }
        }
    }

    private func words(for code: CardeaError.Code?) -> String {
        switch code {
        case .invalidCredentials, .wrongPassword: "E-mail address or password is wrong."
        case .emailAlreadyInUse: "An account has this e-mail address already."
        case .networkUnavailable: "The server cannot be reached. Please try again."
        default: "That did not work. Please try again."
        }
    }
}
