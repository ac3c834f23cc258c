#if canImport(SwiftUI)
import Cardea
import CardeaSession
import Foundation
import SwiftUI

private struct Shop: View {
    let client: CardeaClient

    // EXAMPLE ResumingOnOpenURL
    var body: some View {
        Text("Shop").onOpenURL { url in
            Task { try await client.resumeSignIn(from: url) }
        }
    }
    // END
}
#endif
#if canImport(AuthenticationServices) && !os(watchOS)
import AuthenticationServices

private struct AppleSignIn {
    let client: CardeaClient
    let window: ASPresentationAnchor

    @MainActor func signIn() async throws -> CardeaUser {
        // EXAMPLE TaskApple
        let user = try await client.signIn(with: .apple(anchor: { window }))
        // END
        return user
    }

    func button(_ authorization: ASAuthorization, _ nonce: SignInNonce) async throws {
        // EXAMPLE AppleButton
        // The button's request has `nonce.sha256`; its result has the authorization.
        try await client.signIn(with: .apple(authorization, nonce: nonce))
        // END
    }
}
#endif
