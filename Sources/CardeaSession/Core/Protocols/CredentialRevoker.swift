/// Tells the back end that a session is over.
public protocol CredentialRevoker: Sendable {
    /// Ends the credential's session at the server.
    func revoke(_ credential: SessionCredential) async throws(TransportError)

    /// Ends all sessions of the credential's user; by default this one alone, and then it fails.
    func revokeEverywhere(_ credential: SessionCredential) async throws(TransportError)
}

extension CredentialRevoker {
    /// Ends this session, and says that no other was ended.
    public func revokeEverywhere(_ credential: SessionCredential) async throws(TransportError) {
        try await revoke(credential)
        let failure = "this back end ends single sessions only"
        throw TransportError(.invalidRequest, mayHaveBeenReceived: false, description: failure)
    }
}

/// How far a sign-out reaches; it always reaches this process and the store.
public enum SignOutScope: Sendable, Hashable, CaseIterable {
    /// No further: the server is not told, and its session goes on until its tokens end.
    case device
    /// The server ends this session.
    case session
    /// The server ends all sessions of the user.
    case everywhere
}

/// What a sign-out reached beyond the present process, which it always signs out.
public struct SignOutResult: Sendable, Equatable {
    /// Why the stored credential could not be deleted yet, if it could not; deletion is tried again.
    public let storeFailure: StoreError?
    /// Why the server was not told, if it should have been and was not.
    public let revocationFailure: TransportError?

    /// Whether everything was done.
    public var isComplete: Bool { storeFailure == nil && revocationFailure == nil }

    /// Creates a result.
    public init(storeFailure: StoreError? = nil, revocationFailure: TransportError? = nil) {
        self.storeFailure = storeFailure
        self.revocationFailure = revocationFailure
    }
}
