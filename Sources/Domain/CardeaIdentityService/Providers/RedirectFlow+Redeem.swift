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
    ///   - place: The place for the exchange of the code. Without one, the redirect is not used up.
    /// - Returns: The provider's code, with what is needed to exchange it.
    /// - Throws: `.invalidState` if the redirect is unknown, used, or belongs to another app; the error of the provider:
    ///   `.rejectedByProvider`, `.unavailable`; `.busy`.
    package func redeem(
        url: String,
        sessionID: Secret?,
        in pool: UserPool,
        _ place: ProviderPlace
    ) async throws(ProviderError) -> RedeemedRedirect {
        guard let response = AppResponse(url, sessionID, in: pool) else { throw .invalidState }
        let now = clock.now()
        do throws(RedirectError) {
            let (redirect, secrets) = try await transact(response.stateHash) {
                redirect throws(RedirectError) in
                guard let redirect, response.mayRedeem(redirect, at: now) else { throw .invalidState }
                if response.codeHash != nil {
                    do throws(ProviderError) {
                        try place.take(at: redirect.provider)
                    } catch {
                        throw .provider(error)
                    }
                }
                // A redirect that cannot be read is not used up.
                let secrets = try opened(redirect)
                return Decision(
                    [.providerRedirect(.delete(stateHash: response.stateHash))],
                    (redirect, secrets)
                )
            }
            if let code = secrets.error {
                let error = ProviderError(reported: code).logged(of: redirect.provider, by: logger)
                throw .provider(error.withUsedCredential)
            }
            guard response.codeHash != nil, let code = secrets.code else { throw .invalidState }
            return RedeemedRedirect(
                provider: redirect.provider,
                code: code,
                state: response.state,
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

    /// The provider of a redirect, which is not used up.
    ///
    /// - Returns: `nil` if the app cannot redeem the response.
    /// - Throws: `.unavailable` if the redirect cannot be read.
    package func provider(
        url: String,
        sessionID: Secret?,
        in pool: UserPool
    ) async throws(ProviderError) -> ProviderID? {
        guard let response = AppResponse(url, sessionID, in: pool) else { return nil }
        do throws(RedirectError) {
            let redirect = try await read(response.stateHash)
            return redirect.flatMap {
                response.mayRedeem($0, at: clock.now()) ? $0.provider : nil
            }
        } catch {
            throw .unavailable("the redirect cannot be read")
        }
    }
}

/// The response of a redirect, as an app brings it.
private struct AppResponse: Sendable {
    let state: String
    /// The hash of this server's code; `nil` if the response is an error.
    let codeHash: [UInt8]?
    private let sessionHash: [UInt8]
    private let pool: UserPool

    /// - Returns: `nil` if a part is missing, or comes twice.
    init?(_ url: String, _ sessionID: Secret?, in pool: UserPool) {
        let query = url.utf8.drop { $0 != UInt8(ascii: "?") }.dropFirst().prefix { $0 != UInt8(ascii: "#") }
        guard let sessionID, let items = FormCoding.decode(query),
            let state = items.values(of: "state").only, items.values(of: "code").count <= 1
        else { return nil }
        self.state = state
        codeHash = items["code"].map(RedirectFlow.hash)
        sessionHash = RedirectFlow.hash(sessionID)
        self.pool = pool
    }

    var stateHash: [UInt8] { RedirectFlow.hash(state) }

    /// Whether a redirect belongs to the app, and the browser has come back from it.
    func mayRedeem(_ redirect: ProviderRedirect, at now: Timestamp) -> Bool {
        guard redirect.pool == pool, redirect.step == .returned, now < redirect.expiresAt,
            ConstantTime.equal(redirect.sessionHash, sessionHash)
        else { return false }
        // A response with an error has no code.
        guard let codeHash else { return true }
        return redirect.codeHash.map { ConstantTime.equal($0, codeHash) } ?? false
    }
}

extension Array {
    /// The element of an array that has one.
    fileprivate var only: Element? { count == 1 ? first : nil }
}
