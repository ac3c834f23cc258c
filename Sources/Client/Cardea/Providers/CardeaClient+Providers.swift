internal import CardeaIdentityWire
public import CardeaSession

extension CardeaClient {
    /// Signs in on the page of a provider, and makes the user the current one; a new identity signs up.
    ///
    ///     let user = try await client.signIn(with: .gitHub, through: .loopback())
    ///
    /// - Parameters:
    ///   - provider: The provider.
    ///   - agent: Shows the page. The project's setting `providers.redirectURLs` must list its redirect address.
    ///   - tenantID: The user pool; defaults to the client's.
    /// - Returns: The user.
    /// - Throws: `cancelled` if the user closes or denies the page; `operationNotAllowed` if the provider is turned
    ///   off; `accountExistsWithDifferentCredential` with a `conflict`; `browserFailed`, `userDisabled` and others.
    ///   With `isOutcomeUnknown`, call again.
    @discardableResult
    public func signIn(
        with provider: IdentityProvider,
        through agent: ExternalUserAgent,
        tenantID: String? = nil
    ) async throws(CardeaError) -> CardeaUser {
        let (server, place) = (server(forTenant: tenantID), order.begin())
        let proof = try await pendingSignIns.visit(
            provider,
            of: server,
            through: agent,
            for: .signIn,
            in: place
        )
        return try await signIn(with: proof, at: server, in: place)
    }

    /// Signs in with a credential that the app got from a provider, and makes the user the current one; a new identity
    /// signs up.
    ///
    /// - Parameters:
    ///   - credential: The credential.
    ///   - tenantID: The user pool; defaults to the client's.
    /// - Returns: The user.
    /// - Throws: `invalidProviderCredential`, `operationNotAllowed` if the provider is turned off,
    ///   `accountExistsWithDifferentCredential` with a `conflict`, `userDisabled` and others.
    @discardableResult
    public func signIn(
        with credential: ProviderCredential,
        tenantID: String? = nil
    ) async throws(CardeaError) -> CardeaUser {
        try await signIn(
            with: .credential(credential),
            at: server(forTenant: tenantID),
            in: order.begin()
        )
    }

    /// Signs in with an ID token from a provider's SDK, and sets the current user.
    ///
    /// - Parameters:
    ///   - idToken: The token.
    ///   - provider: The provider that issued it.
    ///   - nonce: The nonce of the request, before it was hashed; `nil` if the token has none.
    ///   - tenantID: The user pool; defaults to the client's.
    /// - Returns: The user.
    /// - Throws: As `signIn(with:tenantID:)`.
    @discardableResult
    public func signIn(
        idToken: String,
        of provider: IdentityProvider,
        nonce: String? = nil,
        tenantID: String? = nil
    ) async throws(CardeaError) -> CardeaUser {
        try await signIn(with: .idToken(idToken, of: provider, nonce: nonce), tenantID: tenantID)
    }

    func signIn(
        with proof: ProviderProof,
        at server: IdentityToolkitClient,
        in place: SignInOrder.Place
    ) async throws(CardeaError) -> CardeaUser {
        let received: ServerResponse<SignInWithIdpResponse>
        do {
            received = try await server.signIn(with: proof)
        } catch {
            throw CardeaError(error)
        }
        if let conflict = received.message.conflict(for: proof) { throw conflict }
        let user = try await begin(at: server, in: place) { (server) async throws(ServerFailure) in
            try await server.outcome(of: received)
        }
        user.session.receivedTokens.take(received.message, of: proof.providerID)
        return user
    }
}
