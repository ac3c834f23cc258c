import CardeaIdentityDomain

extension Throttle {
    /// Lets a provider verify a credential; one that it does not accept counts against the network.
    ///
    /// - Parameters:
    ///   - caller: The sender of the credential.
    ///   - body: Verifies the credential. It takes the place before it waits for the provider.
    /// - Returns: The result of `body`.
    /// - Throws: `.provider`; `.tooManyAttempts` also if too many credentials of the network wait for the provider.
    func verifying<Value>(
        by caller: Caller,
        _ body: (ProviderPlace) async throws(ProviderError) -> Value
    ) async throws(IdentityError) -> Value {
        let network = caller.network
        try await wait { $0.admitCredential(from: network, $1, now: $2) }
        do throws(ProviderError) {
            return try await withPlace(for: caller, body)
        } catch {
            if error.isInvalidCredential {
                decide { $0.recordInvalidCredential(from: network, $1, now: $2) }
            }
            if case .busy(let retryAfter) = error {
                throw .tooManyAttempts(retryAfter: retryAfter, limit: .pendingCredentialsPerNetwork)
            }
            throw .provider(error)
        }
    }

    /// Lets something wait for a provider, and gives the place back at its end.
    ///
    /// - Parameters:
    ///   - caller: The caller whose network has the place.
    ///   - body: Takes the place before it waits for the provider.
    /// - Returns: The result of `body`.
    /// - Throws: The error of `body`.
    func withPlace<Value, Failure: Error>(
        for caller: Caller,
        _ body: (ProviderPlace) async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let (network, project) = (caller.network, caller.project.id)
        let place = ProviderPlace(
            begin: { provider in
                let provider = ProjectProvider(provider, in: project)
                let hasPlace = self.decide { ledger, policy, _ in
                    ledger.beginVerification(at: provider, from: network, policy)
                }
                return hasPlace ? nil : self.policy.turn.recovery
            },
            end: { provider in
                let provider = ProjectProvider(provider, in: project)
                self.decide { ledger, _, _ in ledger.endVerification(at: provider, from: network) }
            }
        )
        defer { place.release() }
        return try await body(place)
    }
}
