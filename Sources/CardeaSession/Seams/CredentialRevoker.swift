/// Tells the back end that a session is over.
public protocol CredentialRevoker: Sendable {
    /// Ends the credential's session at the server.
    func revoke(_ credential: Credential) async throws(TransportError)
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
