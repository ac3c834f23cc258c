internal import CardeaSession

extension UserSession {
    /// Keeps the tokens that came with a response, if any did; the known profile stays.
    func take(
        _ received: ServerResponse<some TokenResponseFields>,
        cause: TokenChangeCause
    ) async throws(CardeaError) {
        guard received.message.tokens.access != nil else { return }
        let credential: SessionCredential
        do {
            credential = try SessionCredential(received)
        } catch {
            throw CardeaError(error)
        }
        try await take(credential, cause: cause)
    }

    /// Keeps newer tokens; the known profile stays.
    ///
    /// If the user has been signed out meanwhile, nothing uses the tokens: their session ends at the server too.
    func take(_ credential: SessionCredential, cause: TokenChangeCause) async throws(CardeaError) {
        var credential = credential
        credential.profile = nil
        do {
            try await engine.updateCredential(credential, cause: cause)
        } catch {
            if case .signedOut(.requested) = engine.state { revocations.end(credential) }
            throw CardeaError(error)
        }
    }

    /// Keeps a newer profile.
    func take(_ profile: UserProfile) async throws(CardeaError) {
        try await sessionCall { () async throws(SessionError) in
            try await engine.update(profile)
        }
    }
}
