import Cardea

/// The commands of the title screen.
private enum TitleChoice: String, CaseIterable, MenuItem {
    case signIn = "in"
    case signUp = "up"
    case guest
    case online
    case quit

    var title: String {
        switch self {
        case .signIn: "sign in with e-mail and password"
        case .signUp: "sign up"
        case .guest: "continue as a guest"
        case .online: "switch the network on"
        case .quit: "leave"
        }
    }
}

extension DemoApp {
    /// Lets somebody sign in; `nil` when the app is left.
    func titleScreen() async -> CardeaUser? {
        while true {
            terminal.say("\n--- Title ---")
            let choices = TitleChoice.allCases.filter { $0 != .online || !network.isOnline }
            guard let choice = terminal.choose(choices), choice != .quit else { return nil }
            do throws(CardeaError) {
                if let user = try await signIn(choice) { return user }
            } catch {
                report(error)
            }
        }
    }

    private func signIn(_ choice: TitleChoice) async throws(CardeaError) -> CardeaUser? {
        if choice == .guest { return try await client.signInAnonymously() }
        if choice == .online {
            network.isOnline = true
            return nil
        }
        guard let email = terminal.ask("E-mail"), let password = terminal.askSecretly("Password") else {
            return nil
        }
        return choice == .signUp
            ? try await client.signUp(email: email, password: password)
            : try await client.signIn(email: email, password: password)
    }
}
