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
        try await wait(attempts.admitCredential(from: network, now: clock.steady()))
        try require(noDelay: attempts.beginVerification(from: network))
        defer { attempts.endVerification(from: network) }
        do throws(ProviderError) {
            return try await body()
        } catch {
            if error.isInvalidCredential {
                attempts.recordInvalidCredential(from: network, now: clock.steady())
            }
            throw .provider(error)
        }
    }
}
