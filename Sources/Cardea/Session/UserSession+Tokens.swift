internal import CardeaSession

extension UserSession {
    /// Keeps the tokens that came with an answer, if any did; what is known of the user stays.
    func take(_ received: Received<some TokenAnswer>, cause: TokenChangeCause) async throws(CardeaError) {
        guard received.answer.tokens.access != nil else { return }
        let credential: Credential
        do {
            credential = try Credential(received)
        } catch {
            throw CardeaError(error)
        }
        try await take(credential, cause: cause)
    }

    /// Keeps newer tokens; what is known of the user stays.
    func take(_ credential: Credential, cause: TokenChangeCause) async throws(CardeaError) {
        var credential = credential
        credential.profile = nil
        try await sessionCall { () async throws(SessionError) in
            try await engine.replace(credential, cause: cause)
        }
    }

    /// Keeps a newer profile.
    func take(_ profile: Profile) async throws(CardeaError) {
        try await sessionCall { () async throws(SessionError) in
            try await engine.update(profile)
        }
    }
}
