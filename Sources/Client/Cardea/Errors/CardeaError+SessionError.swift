internal import CardeaSession

extension CardeaError {
    /// The failure of a session, in the SDK's words.
    ///
    /// The lost request may have been a refresh; then the operation of the app was not sent.
    init(_ error: SessionError, isOutcomeUnknown: Bool = false) {
        self.init(
            Code(error),
            retryAfter: error.retryAfter,
            transportError: error.transport,
            detail: error.transport == nil ? error.detail ?? error.reason?.rawValue : nil,
            isOutcomeUnknown: isOutcomeUnknown
        )
    }

    /// The failure of a store, in the SDK's words.
    init(_ error: StoreError) {
        self.init(SessionError(error))
    }
}

extension CardeaError.Code {
    /// The SDK's name of a session's failure.
    fileprivate init(_ error: SessionError) {
        self =
            switch error.code {
            case .refreshRejected: .refreshTokenFailed
            case .signedOut, .notRefreshable: .sessionEnded
            case .cancelled: .cancelled
            case .storeAbsent: .storageAbsent
            case .storeLocked: .storageLocked
            case .storeDamaged: .storageDamaged
            case .storeDenied: .storageDenied
            case .storeFailed: .storageFailed
            case .transport: error.transport.map(Self.init) ?? .networkUnavailable
            case .refreshTimedOut: .networkUnavailable
            case .refreshFailed, .tooManyRefreshes, .badRedirect, .badEventStream: .serverError
            case .fileFailed: .fileFailed
            case .requestNotAuthorizable: .invalidArgument
            default: .unknown
            }
    }
}
