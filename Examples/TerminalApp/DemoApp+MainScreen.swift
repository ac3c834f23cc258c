import Cardea
import Foundation

/// The commands of the main screen.
private enum MainChoice: String, CaseIterable, MenuItem {
    case call
    case expire
    case offline
    case online
    case name
    case password
    case link
    case out
    case quit

    var title: String {
        switch self {
        case .call: "call the server as this user"
        case .expire: "let my access token expire"
        case .offline: "switch the network off"
        case .online: "switch the network on"
        case .name: "change my name"
        case .password: "change my password"
        case .link: "turn this guest into a lasting account"
        case .out: "sign out"
        case .quit: "leave, and stay signed in"
        }
    }
}

extension DemoApp {
    /// Shows a user and does what is chosen; `false` when the app is left, `true` if no user is signed in any more.
    func mainScreen(_ user: CardeaUser) async -> Bool {
        var expired: SessionSecret?
        while client.currentUser === user {
            show(user, isExpired: expired != nil && user.currentAccessToken == expired)
            let choices = MainChoice.allCases.filter { isOffered($0, to: user) }
            guard let choice = terminal.choose(choices), choice != .quit else { return false }
            do throws(CardeaError) {
                try await perform(choice, as: user)
                if choice == .expire { expired = user.currentAccessToken }
            } catch {
                report(error)
            }
        }
        return true
    }

    private func isOffered(_ choice: MainChoice, to user: CardeaUser) -> Bool {
        switch choice {
        case .offline: network.isOnline
        case .online: !network.isOnline
        case .password: !user.isAnonymous
        case .link: user.isAnonymous
        default: true
        }
    }

    private func show(_ user: CardeaUser, isExpired: Bool) {
        let times = user.tokenTimes
        let end = times?.expiresAt.map(Self.time) ?? "never"
        terminal.say("\n--- Main ---")
        terminal.say("user      \(user.displayName ?? user.email ?? "guest") (\(user.uid))")
        terminal.say("token     …\(user.currentAccessToken?.reveal().suffix(8) ?? "")")
        terminal.say("received  \(times?.receivedAt.map(Self.time) ?? "-")")
        terminal.say("expires   \(isExpired ? "has expired" : end)")
        terminal.say("network   \(network.isOnline ? "on" : "off")")
    }

    private func perform(_ choice: MainChoice, as user: CardeaUser) async throws(CardeaError) {
        switch choice {
        case .call:
            let profile = try await user.reload()
            terminal.say("The server says: you are \(profile.email ?? "a guest").")
        case .expire:
            clock.advance(by: user.tokenTimes?.lifetime ?? .zero)
            terminal.say("The access token has expired; the next request refreshes it.")
        case .offline, .online:
            network.isOnline = choice == .online
        case .name:
            guard let name = terminal.ask("Name") else { return }
            try await user.updateProfile(displayName: name.isEmpty ? .clear : .set(name))
        case .password:
            try await changePassword(of: user)
        case .link:
            guard let email = terminal.ask("E-mail"), let password = terminal.askSecretly("Password") else {
                return
            }
            try await user.link(email: email, password: password)
            terminal.say("Welcome, \(email).")
        case .out:
            let result = await client.signOut(endingSession: true)
            terminal.say(result.isComplete ? "Signed out." : "Signed out here; the server was not told.")
        case .quit:
            break
        }
    }

    /// Changes the password; asks for the present one first when the sign-in is too old for that.
    private func changePassword(of user: CardeaUser) async throws(CardeaError) {
        guard let password = terminal.askSecretly("New password") else { return }
        do {
            try await user.updatePassword(password)
        } catch {
            guard error.code == .recentSignInRequired else { throw error }
            guard let present = terminal.askSecretly("Present password") else { return }
            try await user.reauthenticate(password: present)
            try await user.updatePassword(password)
        }
        terminal.say("The password is changed; every other device is signed out.")
    }

    private static func time(_ date: Date) -> String {
        date.formatted(.iso8601)
    }
}
