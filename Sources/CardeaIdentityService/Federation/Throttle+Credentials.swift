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
        let (attempts, network, project) = (attempts, caller.network, caller.project.id)
        try await wait(attempts.admitCredential(from: network, now: clock.steady()))
        let place = ProviderPlace(
            begin: { attempts.beginVerification(at: ProjectProvider($0, in: project), from: network) },
            end: { attempts.endVerification(at: ProjectProvider($0, in: project), from: network) }
        )
        defer { place.release() }
        do throws(ProviderError) {
            return try await body(place)
        } catch {
            if error.isInvalidCredential {
                attempts.recordInvalidCredential(from: network, now: clock.steady())
            }
            if case .busy(let retryAfter) = error { throw .tooManyAttempts(retryAfter: retryAfter) }
            throw .provider(error)
        }
    }
}
