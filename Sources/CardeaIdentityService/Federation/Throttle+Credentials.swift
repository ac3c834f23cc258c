import CardeaIdentityDomain

extension Throttle {
    /// Lets a provider verify a credential; one that it does not accept counts against the network.
    ///
    /// - Throws: `.provider`; `.tooManyAttempts` also if too many credentials of the network are being verified.
    func verifying<Value>(
        by caller: Caller,
        _ body: () async throws(ProviderError) -> Value
    ) async throws(IdentityError) -> Value {
        let network = caller.network
        try await wait(decide { $0.admitCredential(from: network, $1, now: $2) })
        let begins = decide { ledger, policy, _ in ledger.beginVerification(from: network, policy) }
        guard begins else { throw .tooManyAttempts(retryAfter: policy.turn.recovery) }
        defer { decide { ledger, _, _ in ledger.endVerification(from: network) } }
        do throws(ProviderError) {
            return try await body()
        } catch {
            if error.isInvalidCredential {
                decide { $0.recordInvalidCredential(from: network, $1, now: $2) }
            }
            throw .provider(error)
        }
    }
}
