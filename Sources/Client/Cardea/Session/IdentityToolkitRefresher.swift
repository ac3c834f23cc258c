public import CardeaSession
public import CardeaHTTPTransport
internal import CardeaIdentityWire

/// Refreshes credentials at a Secure Token endpoint: Cardea's, Google's own, or an emulator's.
///
/// A session ends only if the server rejects the refresh token. A page of HTML, a failing server or an unknown code does not end it.
/// `CardeaClient` has its own refresher. This one is for an app that creates a `SessionEngine` itself, and signs users in without
/// `CardeaClient`.
public struct IdentityToolkitRefresher: CredentialRefresher {
    private let server: IdentityToolkitClient
    private let passwordChange: UncertainPasswordChange

    /// Creates a refresher.
    ///
    /// - Parameters:
    ///   - server: Where the endpoint is: `.googleIdentityPlatform`, or `.cardea` with an address.
    ///   - apiKey: The project's API key.
    ///   - transport: Sends its requests; not through an engine, whose requests wait for it.
    public init(
        server: ServerAddress,
        apiKey: String,
        transport: any HTTPTransport = SystemTransport()
    ) {
        self.init(
            server: IdentityToolkitClient(server: server, apiKey: apiKey, transport: transport),
            passwordChange: UncertainPasswordChange()
        )
    }

    init(server: IdentityToolkitClient, passwordChange: UncertainPasswordChange) {
        self.server = server
        self.passwordChange = passwordChange
    }

    /// Exchanges the refresh token.
    public func refresh(
        _ credential: SessionCredential,
        attempt: RefreshAttempt
    ) async throws(RefreshFailure) -> SessionCredential {
        guard let refreshToken = credential.refreshToken else { throw .transient("no refresh token") }
        do {
            return try await refreshed(refreshToken, attempt)
        } catch {
            guard let reason = error.signOutReason else { throw RefreshFailure(error) }
            throw .rejected(reason, detail: error.code?.rawValue)
        }
    }

    private func refreshed(
        _ refreshToken: SessionSecret,
        _ attempt: RefreshAttempt
    ) async throws(ServerFailure) -> SessionCredential {
        do {
            let key = attempt.idempotencyKey
            let credential = try SessionCredential(
                await server.refresh(refreshToken.reveal(), idempotencyKey: key)
            )
            passwordChange.tokensWereRefreshed()
            return credential
        } catch {
            // The refresh token may have died of a password change whose response was lost.
            guard error.signOutReason != nil, let recovered = try await passwordChange.signIn(at: server)
            else {
                throw error
            }
            return recovered
        }
    }
}

extension ServerFailure {
    /// The reason why the session has ended, if this failure of a refresh says so.
    fileprivate var signOutReason: SignOutReason? {
        switch code {
        case .userDisabled: .disabled
        case .userNotFound: .deleted
        case .tokenExpired, .invalidRefreshToken, .missingRefreshToken, .invalidIDToken: .refreshRejected
        default: nil
        }
    }
}

extension RefreshFailure {
    fileprivate init(_ failure: ServerFailure) {
        switch failure {
        case .noResponse(let error): self = .transport(error)
        case .rejected(let rejection) where rejection.status < 500:
            self = .transient(rejection.summary, retryAfter: rejection.retryAfter)
        case .rejected(let rejection):
            self = .uncertain(rejection.summary, retryAfter: rejection.retryAfter)
        case .unintelligible(let status, let retryAfter, let isForeign):
            let isOverload = status == 429 || status == 503
            let words = isOverload ? "the server is overloaded" : "not an identity server's response"
            self = .uncertain("status \(status): \(words)", retryAfter: retryAfter).foreign(isForeign)
        }
    }
}
