import Cardea
import Foundation

/// Sign-in by a link: the app keeps the address until the link comes back.
struct EmailLink {
    private static let key = "emailOfLink"

    let client: CardeaClient

    func send(to email: String) async throws(CardeaError) {
        // The address that opens this app: a universal link. The project's setting codes.continueOrigins must have its origin.
        guard let url = URL(string: "https://app.example.com/signed-in") else { return }
        let action = ActionLinkSettings(url: url, handleCodeInApp: true)
        try await client.sendSignInLink(toEmail: email, settings: action)
        UserDefaults.standard.set(email, forKey: Self.key)
    }

    /// Uses a link that opened the app: it signs in, verifies or changes an address.
    func open(_ url: URL) async {
        guard let link = ActionLink(url) else { return }
        do {
            if client.isSignInLink(url) {
                // If the link was opened on another device, a complete app asks for the address here.
                guard let email = UserDefaults.standard.string(forKey: Self.key) else { return }
                if let guest = client.currentUser, guest.isAnonymous {
                    try await guest.link(email: email, link: url)
                } else {
                    try await client.signIn(email: email, link: url)
                }
                UserDefaults.standard.removeObject(forKey: Self.key)
            } else {
                try await client.applyActionCode(link.code, tenantID: link.tenantID)
                try await client.currentUser?.reload()
            }
        } catch {
            // The screens stay as they are; a complete app shows that the link is no longer valid.
            print("The link does not work: \(error.code)")
        }
    }
}
