import Cardea
import CardeaSession
import Foundation
import SwiftUI

/// A title screen and a main screen; the user is restored, signs in, and signs out.
@main
struct SampleApp: App {
    @State private var model: CardeaModel
    private let client: CardeaClient

    init() {
        client = CardeaClient(.sample)
        model = CardeaModel(client)
    }

    var body: some Scene {
        WindowGroup {
            RootView(model: model, client: client)
                // A store that is locked or damaged deletes nothing: the user can sign in with the password.
                .task { _ = try? await client.restore() }
                .onOpenURL { url in
                    Task {
                        // The callback of a page that was open when the app ended, or a link of an e-mail.
                        if try await client.resumeSignIn(from: url) != nil { return }
                        await EmailLink(client: client).open(url)
                    }
                }
        }
    }
}

extension CardeaClient.Configuration {
    /// The address and the key that `cardea serve` prints; the app's own host gets the user's token.
    static var sample: Self {
        guard let server = URL(string: "http://127.0.0.1:8080") else { preconditionFailure("not an address") }
        return Self(
            server: .cardea(server),
            apiKey: "API key",
            languageCode: Locale.preferredLanguages.first,
            session: SessionConfiguration(origin: server)
        )
    }
}

/// Shows the screen of the state; it is drawn again when the state changes.
struct RootView: View {
    let model: CardeaModel
    let client: CardeaClient

    var body: some View {
        switch model.state {
        case .restoring: ProgressView()
        case .signedOut: TitleScreen(client: client)
        case .signedIn(let user): MainScreen(user: user, profile: model.profile, client: client)
        }
    }
}
