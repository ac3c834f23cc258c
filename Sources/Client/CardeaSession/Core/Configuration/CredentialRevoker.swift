/// Ends sessions at the back end when a user signs out.
public struct CredentialRevoker: Sendable {
    private let revokeSession: @Sendable (SessionCredential) async throws(TransportError) -> Void
    private let revokeAll: @Sendable (SessionCredential) async throws(TransportError) -> Void
    private let engineTransport: EngineTransport?

    /// Creates a revoker from closures.
    ///
    /// - Parameters:
    ///   - session: Ends the credential's session at the server.
    ///   - everywhere: Ends all sessions of the credential's user.
    public init(
        session: @escaping @Sendable (SessionCredential) async throws(TransportError) -> Void,
        everywhere: @escaping @Sendable (SessionCredential) async throws(TransportError) -> Void
    ) {
        self.init(session, everywhere, over: nil)
    }

    /// Creates a revoker for a back end that ends single sessions only: a sign-out everywhere ends this one, and reports
    /// that no other was ended.
    public init(_ session: @escaping @Sendable (SessionCredential) async throws(TransportError) -> Void) {
        self.init(session, over: nil)
    }

    init(
        _ session: @escaping @Sendable (SessionCredential) async throws(TransportError) -> Void,
        over engineTransport: EngineTransport?
    ) {
        self.init(
            session,
            { (credential) async throws(TransportError) in
                try await session(credential)
                let failure = "This back end ends single sessions only"
                throw TransportError(.invalidRequest, mayHaveBeenReceived: false, description: failure)
            },
            over: engineTransport
        )
    }

    private init(
        _ session: @escaping @Sendable (SessionCredential) async throws(TransportError) -> Void,
        _ everywhere: @escaping @Sendable (SessionCredential) async throws(TransportError) -> Void,
        over engineTransport: EngineTransport?
    ) {
        revokeSession = session
        revokeAll = everywhere
        self.engineTransport = engineTransport
    }

    package func revoke(_ credential: SessionCredential) async throws(TransportError) {
        try await revokeSession(credential)
    }

    func revokeEverywhere(_ credential: SessionCredential) async throws(TransportError) {
        try await revokeAll(credential)
    }

    /// Sends requests over an engine's transport, if the revoker has none of its own.
    func use(_ transport: any HTTPTransport) {
        engineTransport?.use(transport)
    }
}

/// The reach of a sign-out; it always reaches this process and the store.
public enum SignOutScope: Sendable, Hashable, CaseIterable {
    /// Only on this device: the server is not notified, and its session continues until its tokens expire.
    case device
    /// The server ends this session.
    case session
    /// The server ends all sessions of the user.
    case everywhere
}

/// The result of a sign-out beyond the present process; in this process it always succeeds.
public struct SignOutResult: Sendable, Equatable {
    /// The reason why the stored credential could not be deleted yet, if it could not; deletion is tried again.
    public let storeFailure: StoreError?
    /// The reason why the server could not be notified; `nil` without an error.
    public let revocationFailure: TransportError?

    /// Whether everything was done.
    public var isComplete: Bool { storeFailure == nil && revocationFailure == nil }

    /// Creates a result.
    public init(storeFailure: StoreError? = nil, revocationFailure: TransportError? = nil) {
        self.storeFailure = storeFailure
        self.revocationFailure = revocationFailure
    }
}
