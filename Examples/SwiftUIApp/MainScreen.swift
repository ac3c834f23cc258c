import Cardea
import CardeaSession
import SwiftUI

/// Shows the user, sends a request of the app, and signs out.
struct MainScreen: View {
    let user: CardeaUser
    let profile: UserProfile?
    let client: CardeaClient
    @State private var message = ""

    var body: some View {
        VStack {
            Text("Hello, \(profile?.displayName ?? profile?.email ?? user.uid)")
            if profile?.email != nil, profile?.isEmailVerified == false {
                Button("Verify my e-mail address") { Task { await verify() } }
            }
            Button("Reload") { Task { await reload() } }
            Button("Sign out") { Task { await client.signOut() } }
            Text(message)
        }
    }

    private func verify() async {
        do {
            try await user.sendEmailVerification()
            message = "Please look into your mailbox, then reload."
        } catch {
            message = error.code == .tooManyAttempts ? "Please try again later." : "That did not work."
        }
    }

    private func reload() async {
        do {
            try await user.reload()
            message = ""
        } catch {
            // If the session has ended, the root view shows the title screen by itself.
            message = error.code == .networkUnavailable ? "You are offline." : ""
        }
    }
}
