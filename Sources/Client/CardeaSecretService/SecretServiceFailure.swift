import CardeaSession

/// The reason why an operation of the Secret Service failed.
enum SecretServiceFailure: Error {
    /// There is no bus, or no Secret Service on it.
    case unreachable(String)
    /// The user's keyring is closed, or does not exist yet.
    case locked(String)
    /// The bus or the service denied access.
    case denied(String)
    case cancelled
    case failed(String)

    /// The keyring with the secret is closed.
    static let closed = Self.locked("the keyring is closed")
}

extension StoreError {
    /// The store error of a failure.
    ///
    /// Without the service the store's content is unknown, as with a closed keyring.
    init(_ failure: SecretServiceFailure) {
        switch failure {
        case .unreachable(let detail): self.init(.locked, "no Secret Service: \(detail)")
        case .locked(let detail): self.init(.locked, detail)
        case .denied(let detail): self.init(.denied, detail)
        case .cancelled: self.init(Code.cancelled)
        case .failed(let detail): self.init(.failed, detail)
        }
    }
}
