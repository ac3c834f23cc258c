#if canImport(UIKit) && canImport(AuthenticationServices) && !os(tvOS) && !os(watchOS)
import AuthenticationServices
import CardeaSession
import Foundation
import SwiftUI
import UIKit

// EXAMPLE SignInView
struct SignInView: View {
    let session: SessionEngine
    let flow: AuthorizationCodeFlow
    let redirect: URL
    @State private var message = ""

    var body: some View {
        Button("Sign in") { Task { await signIn() } }
        Text(message)
    }

    private func signIn() async {
        guard let sheet = ExternalUserAgent.webAuthentication(redirect: redirect, anchor: { .current }) else {
            return
        }
        do {
            try await session.signIn(with: flow.signIn(through: sheet))
        } catch let error as SignInError where error.code == .cancelled {
            message = ""
        } catch {
            message = "Signing in failed. Please try again."
        }
    }
}

extension ASPresentationAnchor {
    /// The window in use.
    static var current: ASPresentationAnchor {
        let scenes = UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }
        return scenes.compactMap(\.keyWindow).first ?? ASPresentationAnchor()
    }
}
// END

/// Shows the sign-in until somebody is signed in.
// EXAMPLE SignInRoot
struct RootView: View {
    @State private var session: SessionModel
    private let signIn: SignInView

    init(_ engine: SessionEngine, signIn: SignInView) {
        session = SessionModel(engine)
        self.signIn = signIn
    }

    var body: some View {
        switch session.state {
        case .restoring: ProgressView()
        case .signedOut: signIn
        case .signedIn(let profile): Text("Hello, \(profile.displayName ?? "there")")
        }
    }
}
// END
#endif
