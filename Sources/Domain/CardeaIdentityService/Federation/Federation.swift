import CardeaIdentityDomain
import CardeaLogging
package import CardeaSecrets

/// Sign-in by identity providers, and the accounts of users there.
package struct Federation: Sendable {
    let store: ServiceStore
    let projects: ProjectDirectory
    let completion: SignInCompletion
    let throttle: Throttle
    let providers: any ProviderVerifier
    let revoker: any ProviderTokenRevoker
    let vault: IdentityVault
    /// Whether a user cannot authenticate again by an account of its own beside the ID token.
    let linksOnce: Bool
    let clock: any WallClock
    let random: any RandomSource
    let logger: Logger
}

extension Federation {
    /// Lets the beginning of a redirect wait for its provider, in one of the places of the caller's network.
    package func withPlace<Value, Failure: Error>(
        for caller: Caller,
        _ body: (ProviderPlace) async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await throttle.withPlace(for: caller, body)
    }
}

/// The proof of a sign-in with a provider.
package enum ProviderProof: Sendable {
    /// A credential that is verified at its provider.
    case credential(ProviderCredential)
    /// The `pendingToken` of a sign-in that was verified before.
    case pendingToken(Secret)
}

/// The result of a sign-in with a provider, and what the provider says.
package struct ProviderSignIn: Sendable {
    package let assertion: ProviderAssertion
    package let result: SignInResult
}
