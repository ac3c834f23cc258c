import CardeaSession

/// Why the Secret Service did not do what it was asked.
enum SecretServiceFailure: Error {
    /// There is no bus, or nothing on it that keeps secrets.
    case unreachable(String)
    /// The user's keyring is closed, or there is none yet.
    case locked(String)
    /// The bus or the service refused.
    case denied(String)
    case cancelled
    case failed(String)

    /// The keyring with the secret is closed.
    static let closed = Self.locked("the keyring is closed")
}

extension StoreError {
    /// What a failure means for a store.
    ///
    /// Without the service nobody knows what it holds; that is for a store what a closed keyring is.
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
