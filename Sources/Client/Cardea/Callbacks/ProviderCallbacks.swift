public import CardeaSession
public import Foundation

/// The operations of providers for code that is not asynchronous.
extension CardeaClient {
    /// Signs in on the page of a provider; see `signIn(with:through:tenantID:)`.
    @discardableResult
    public func signIn(
        with provider: IdentityProvider,
        through agent: ExternalUserAgent,
        tenantID: String? = nil,
        completion: @escaping CardeaCompletion<CardeaUser>
    ) -> Task<Void, Never> {
        complete(completion) { () async throws(CardeaError) in
            try await self.signIn(with: provider, through: agent, tenantID: tenantID)
        }
    }

    /// Signs in with a credential of a provider; see `signIn(with:tenantID:)`.
    @discardableResult
    public func signIn(
        with credential: ProviderCredential,
        tenantID: String? = nil,
        completion: @escaping CardeaCompletion<CardeaUser>
    ) -> Task<Void, Never> {
        complete(completion) { () async throws(CardeaError) in
            try await self.signIn(with: credential, tenantID: tenantID)
        }
    }
}

extension CardeaClient {
    /// Continues with a sign-in whose page was open when the app ended; see `resumeSignIn(from:)`.
    @discardableResult
    public func resumeSignIn(
        from callback: URL,
        completion: @escaping CardeaCompletion<CardeaUser?>
    ) -> Task<Void, Never> {
        complete(completion) { () async throws(CardeaError) in try await self.resumeSignIn(from: callback) }
    }

    /// Continues with a sign-in whose page was open when the app ended; see `resumeSignIn(through:)`.
    @discardableResult
    public func resumeSignIn(
        through agent: ExternalUserAgent,
        completion: @escaping CardeaCompletion<CardeaUser?>
    ) -> Task<Void, Never> {
        complete(completion) { () async throws(CardeaError) in try await self.resumeSignIn(through: agent) }
    }
}

extension CardeaUser {
    /// The tokens that a provider issued for this user; see `providerTokens(of:)`.
    @discardableResult
    public func providerTokens(
        of provider: IdentityProvider,
        completion: @escaping CardeaCompletion<ProviderTokens?>
    ) -> Task<Void, Never> {
        complete(completion) { () async throws(CardeaError) in try await self.providerTokens(of: provider) }
    }

    /// Revokes the access that the user has given the app at Apple; see `revokeToken(authorizationCode:)`.
    @discardableResult
    public func revokeToken(
        authorizationCode: SessionSecret,
        completion: @escaping CardeaCompletion<Void>
    ) -> Task<Void, Never> {
        complete(completion) { () async throws(CardeaError) in
            try await self.revokeToken(authorizationCode: authorizationCode)
        }
    }

    /// Lets the user sign in by a provider too; see `link(_:through:)`.
    @discardableResult
    public func link(
        _ provider: IdentityProvider,
        through agent: ExternalUserAgent,
        completion: @escaping CardeaCompletion<Void>
    ) -> Task<Void, Never> {
        complete(completion) { () async throws(CardeaError) in
            try await self.link(provider, through: agent)
        }
    }

    /// Lets the user sign in by a provider too; see `link(_:)`.
    @discardableResult
    public func link(
        _ credential: ProviderCredential,
        completion: @escaping CardeaCompletion<Void>
    ) -> Task<Void, Never> {
        complete(completion) { () async throws(CardeaError) in try await self.link(credential) }
    }

    /// Removes a provider; see `unlink(_:)`.
    @discardableResult
    public func unlink(
        _ providerID: String,
        completion: @escaping CardeaCompletion<Void>
    ) -> Task<Void, Never> {
        complete(completion) { () async throws(CardeaError) in try await self.unlink(providerID) }
    }

    /// The providers by which the user signs in; see `fetchProviders()`.
    @discardableResult
    public func fetchProviders(
        completion: @escaping CardeaCompletion<[LinkedProvider]>
    ) -> Task<Void, Never> {
        complete(completion) { () async throws(CardeaError) in try await self.fetchProviders() }
    }

    /// Authenticates the user again on the page of a provider; see `reauthenticate(with:through:)`.
    @discardableResult
    public func reauthenticate(
        with provider: IdentityProvider,
        through agent: ExternalUserAgent,
        completion: @escaping CardeaCompletion<Void>
    ) -> Task<Void, Never> {
        complete(completion) { () async throws(CardeaError) in
            try await self.reauthenticate(with: provider, through: agent)
        }
    }

    /// Authenticates the user again by a credential of a provider; see `reauthenticate(with:)`.
    @discardableResult
    public func reauthenticate(
        with credential: ProviderCredential,
        completion: @escaping CardeaCompletion<Void>
    ) -> Task<Void, Never> {
        complete(completion) { () async throws(CardeaError) in try await self.reauthenticate(with: credential)
        }
    }
}
