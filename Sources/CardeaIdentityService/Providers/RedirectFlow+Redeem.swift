import CardeaCryptography
import CardeaEncodings
package import CardeaIdentityDomain
package import CardeaSecrets

/// The response that a provider has sent by the browser, with all that is needed to exchange it.
package struct RedeemedRedirect: Redacted {
    package let provider: ProviderID
    package let code: String
    package let state: String
    package let nonce: String
    package let codeVerifier: String
    package let redirectURL: String
    /// The data that the provider has sent beside the code.
    package let user: String?
}

extension RedirectFlow {
    /// Takes the response of a redirect that the app has got, this once.
    ///
    /// - Parameters:
    ///   - url: The URL that the browser was sent to in the end.
    ///   - sessionID: The secret of the app.
    ///   - pool: The project or tenant of the app.
    /// - Returns: The provider's code, with what is needed to exchange it.
    /// - Throws: `.invalidState` if the redirect is unknown, used, or belongs to another app; `.rejectedByProvider`.
    package func redeem(
        url: String,
        sessionID: Secret?,
        in pool: UserPool
    ) async throws(ProviderError) -> RedeemedRedirect {
        let items = url.firstIndex(of: "?").flatMap { start in
            FormCoding.decode(url[start...].dropFirst().prefix { $0 != "#" }.utf8)
        }
        let values = { (name: String) in (items ?? []).filter { $0.name == name }.map(\.value) }
        guard let sessionID, let state = values("state").only, values("code").count <= 1 else {
            throw .invalidState
        }
        let stateHash = Self.hash(state)
        let (sessionHash, codeHash) = (Self.hash(sessionID), values("code").first.map(Self.hash))
        let now = projects.clock.now()
        do throws(RedirectError) {
            let redirect = try await transact(stateHash) { redirect throws(RedirectError) in
                guard let redirect, redirect.pool == pool, redirect.step == .returned,
                    now < redirect.expiresAt, ConstantTime.equal(redirect.sessionHash, sessionHash)
                else { throw .invalidState }
                // A response with an error has no code.
                if let codeHash {
                    guard let own = redirect.codeHash, ConstantTime.equal(own, codeHash) else {
                        throw .invalidState
                    }
                }
                return Decision([.providerRedirect(.delete(stateHash: stateHash))], redirect)
            }
            let secrets = try opened(redirect)
            if let error = secrets.error { throw .provider(.rejectedByProvider(error)) }
            guard codeHash != nil, let code = secrets.code else { throw .invalidState }
            return RedeemedRedirect(
                provider: redirect.provider,
                code: code,
                state: state,
                nonce: secrets.nonce,
                codeVerifier: secrets.codeVerifier,
                redirectURL: redirectURL(of: redirect.provider),
                user: secrets.user
            )
        } catch {
            switch error {
            case .provider(let error): throw error
            case .service: throw .unavailable("the redirect cannot be read")
            case .redirectURLNotAllowed, .invalidSessionID, .invalidState, .expired: throw .invalidState
            }
        }
    }
}

extension Array {
    /// The element of an array that has one.
    fileprivate var only: Element? { count == 1 ? first : nil }
}
