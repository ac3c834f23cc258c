/// A sign-in by redirect on its way: from `createAuthUri` to `signInWithIdp`.
///
/// The session ID binds it to the app, and a cookie binds it to the browser. The state identifies it at the provider.
/// Each step is possible once.
package struct ProviderRedirect: Sendable, Equatable {
    package enum Step: String, Sendable {
        /// The app has got the address; no browser has opened it.
        case created
        /// A browser has opened the address, and got its cookie.
        case started
        /// The provider has responded to that browser.
        case returned
    }

    /// SHA-256 of the state.
    package let stateHash: [UInt8]
    package let pool: UserPool
    package let provider: ProviderID
    /// SHA-256 of the session ID.
    package let sessionHash: [UInt8]
    /// Where the browser goes in the end.
    package let continueURL: String
    package let expiresAt: Timestamp
    package var step: Step
    /// SHA-256 of the cookie.
    package var cookieHash: [UInt8]?
    /// SHA-256 of the code that the app gets.
    package var codeHash: [UInt8]?
    /// The nonce, the verifier of PKCE and the provider's response, encrypted under the master key.
    package var sealed: [UInt8]

    package init(
        stateHash: [UInt8],
        pool: UserPool,
        provider: ProviderID,
        sessionHash: [UInt8],
        continueURL: String,
        expiresAt: Timestamp,
        step: Step = .created,
        cookieHash: [UInt8]? = nil,
        codeHash: [UInt8]? = nil,
        sealed: [UInt8]
    ) {
        self.stateHash = stateHash
        self.pool = pool
        self.provider = provider
        self.sessionHash = sessionHash
        self.continueURL = continueURL
        self.expiresAt = expiresAt
        self.step = step
        self.cookieHash = cookieHash
        self.codeHash = codeHash
        self.sealed = sealed
    }
}
