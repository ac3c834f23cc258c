internal import CardeaEncodings
public import CardeaSession
internal import CardeaIdentityWire

extension CardeaUser {
    /// Lets the user sign in by a provider too; a guest becomes a lasting user, and keeps the ID.
    ///
    /// - Parameters:
    ///   - provider: The provider.
    ///   - agent: Shows the page of the provider.
    /// - Throws: `credentialAlreadyInUse` with a `conflict` if another user has the identity, `emailAlreadyInUse`,
    ///   `providerAlreadyLinked`, `recentSignInRequired`, `cancelled` and others.
    public func link(
        _ provider: IdentityProvider,
        through agent: ExternalUserAgent
    ) async throws(CardeaError) {
        try requireUnlinked(provider.id)
        try await link(try await session.visit(provider, through: agent, for: .link(uid)))
    }

    /// Lets the user sign in by a provider too, with a credential that the app got from it; a guest becomes a lasting user.
    ///
    /// - Parameter credential: The credential.
    /// - Throws: As `link(_:through:)`; with `isOutcomeUnknown` if the response was lost and the result could not be read.
    public func link(_ credential: ProviderCredential) async throws(CardeaError) {
        try await link(.credential(credential))
    }

    /// Removes a provider.
    ///
    /// A user without any provider, address and phone number is anonymous.
    ///
    /// An address that the provider gave stays the user's. The user's sessions on other devices end.
    ///
    /// - Parameter providerID: The ID of the provider, such as `google.com`, `phone` or `password`.
    /// - Throws: `providerNotLinked`, `recentSignInRequired` and others.
    public func unlink(_ providerID: String) async throws(CardeaError) {
        let former = try await fetchProviders()
        guard former.contains(where: { $0.id.exact == providerID.exact }) else {
            throw CardeaError(.providerNotLinked)
        }
        let operation = session.operations.begin()
        try await session.change(cause: .refreshed, in: operation) {
            (server, token) async throws(ServerFailure) in
            try await server.update(token) { $0.deleteProvider = [providerID] }
        } check: { _ throws(CardeaError) in
            session.receivedTokens.forget(providerID)
        }
        try await reload()
    }

    /// The providers by which the user signs in.
    ///
    /// - Returns: The providers, those of password and phone number too.
    /// - Throws: `networkUnavailable`, `refreshTokenFailed` and others.
    public func fetchProviders() async throws(CardeaError) -> [LinkedProvider] {
        let info = try await session.authenticated { (server, token) async throws(ServerFailure) in
            try await server.lookup(token)
        }
        guard let info, info.localId.exact == uid.exact else { throw CardeaError(.userNotFound) }
        return (info.providerUserInfo ?? []).map(LinkedProvider.init)
    }

    /// Authenticates the user again by a provider: sensitive operations are then allowed for some minutes.
    ///
    /// - Parameters:
    ///   - provider: A provider of the user.
    ///   - agent: Shows the page of the provider.
    /// - Throws: `userMismatch` if the identity is another user's, `cancelled` and others.
    public func reauthenticate(
        with provider: IdentityProvider,
        through agent: ExternalUserAgent
    ) async throws(CardeaError) {
        try await reauthenticate(
            by: try await session.visit(provider, through: agent, for: .reauthentication(uid))
        )
    }

    /// Authenticates the user again by a credential of a provider.
    ///
    /// - Parameter credential: A credential of the user's own identity.
    /// - Throws: `userMismatch` if the identity is another user's, `invalidProviderCredential` and others.
    public func reauthenticate(with credential: ProviderCredential) async throws(CardeaError) {
        try await reauthenticate(by: .credential(credential))
    }
}

extension CardeaUser {
    /// A server replaces an identity by another one of the same provider, so the client asks for an unlink first.
    private func requireUnlinked(_ providerID: String) throws(CardeaError) {
        if providerIDs.contains(exact: providerID) { throw CardeaError(.providerAlreadyLinked) }
    }

    func link(_ proof: ProviderProof) async throws(CardeaError) {
        try requireUnlinked(proof.providerID)
        do {
            try await use(proof, cause: .linked)
            // The profile may be filled from the provider.
            try await reload()
        } catch {
            guard error.isOutcomeUnknown, let providers = try? await fetchProviders(),
                providers.contains(where: { $0.id.exact == proof.providerID.exact })
            else { throw error }
            try await reload()
        }
    }

    func reauthenticate(by proof: ProviderProof) async throws(CardeaError) {
        let operation = session.operations.begin()
        try await session.engine.replacing { () async throws(CardeaError) in
            let received: ServerResponse<SignInWithIdpResponse>
            do throws(ServerFailure) {
                // Without the ID token: it would link an identity that is not linked yet.
                received = try await session.server.signIn(with: proof, creating: false)
            } catch {
                throw error.code == .userNotFound ? CardeaError(.userMismatch) : CardeaError(error)
            }
            try accept(received.message, to: proof)
            try await session.take(received, cause: .reauthenticated, of: operation)
        }
    }

    private func use(_ proof: ProviderProof, cause: TokenChangeCause) async throws(CardeaError) {
        try await session.change(cause: cause, in: session.operations.begin()) {
            (server, token) async throws(ServerFailure) in
            try await server.signIn(with: proof, as: token)
        } check: { message throws(CardeaError) in
            try accept(message, to: proof)
        }
    }

    /// Keeps the tokens of the provider, if the response is for this user.
    private func accept(_ message: SignInWithIdpResponse, to proof: ProviderProof) throws(CardeaError) {
        if let conflict = message.conflict(for: proof) { throw conflict }
        guard message.localId?.exact == uid.exact else { throw CardeaError(.userMismatch) }
        session.receivedTokens.take(message, of: proof.providerID)
    }
}

extension UserSession {
    fileprivate func visit(
        _ provider: IdentityProvider,
        through agent: ExternalUserAgent,
        for purpose: PendingSignIn.Purpose
    ) async throws(CardeaError) -> ProviderProof {
        try await pendingSignIns.visit(provider, of: server, through: agent, for: purpose)
    }
}
