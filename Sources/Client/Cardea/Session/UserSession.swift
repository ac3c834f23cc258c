internal import CardeaEncodings
internal import CardeaSession
internal import CardeaSecrets

/// The session of a user object: its own engine, and the store of its record.
struct UserSession: Sendable {
    let engine: SessionEngine
    let slot: UserCredentialStore
    let server: IdentityToolkitClient
    let passwordChange: UncertainPasswordChange
    let revocations: Revocations
    let pendingSignIns: PendingSignIns
    let receivedTokens: ReceivedProviderTokens
    let operations = OperationOrder()
    /// The claims in which tokens differ from the user also after a refresh.
    let lastingDifferences = SharedValue<Set<ExactText>>([])
}

extension UserSession {
    /// The credential with the user pool, which the store keeps beside it.
    func withTenant(_ credential: SessionCredential) -> SessionCredential {
        var credential = credential
        credential.attributes["tenantID"] = server.tenant ?? ""
        return credential
    }

    /// Continues in the user pool that is stored, if one is: an older version stored none.
    func restoreTenant() {
        guard let tenant = engine.credential?.attributes["tenantID"] else { return }
        server.setTenant(tenant.isEmpty ? nil : tenant)
    }
}

extension IdentityToolkitClient {
    /// The outcome of a sign-in, with what the server knows of the user.
    ///
    /// The response of a sign-in has little of the user. Nothing depends on more at once: a failure is ignored.
    func outcome(
        of received: ServerResponse<some TokenResponseFields>
    ) async throws(ServerFailure) -> SignInOutcome {
        var credential = try SessionCredential(received)
        if let info = try? await lookup(Secret(credential.accessToken)) {
            credential.profile = UserProfile(info)
        }
        return SignInOutcome(credential: credential, isNewUser: received.message.isNewUser ?? false)
    }

    /// The profile of a credential's user.
    @Sendable func profile(of credential: SessionCredential) async throws(ServerFailure) -> UserProfile {
        guard let info = try await lookup(Secret(credential.accessToken)) else {
            throw .unintelligible(status: 200)
        }
        return UserProfile(info)
    }
}
