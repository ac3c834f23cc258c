package import CardeaIdentityDomain
import CardeaPasswordHashing

extension IdentityError {
    package init(_ error: StoreError) {
        self =
            switch error {
            case .taken(.email): .user(.emailExists)
            case .taken(.phoneNumber): .user(.phoneNumberExists)
            case .taken(.identity): .link(.identityTaken)
            case .taken(.userName): .user(.userNameExists)
            case .taken(.userID): .user(.idExists)
            case .overloaded: .overloaded(retryAfter: .seconds(1))
            case .invalidText: .input(.invalidText)
            case .taken(.sessionID), .taken(.projectID), .taken(.apiKey), .taken(.tenantID), .taken(.appID),
                .taken(.serviceAccount), .taken(.providerConfiguration), .conflict, .unwritable, .damaged,
                .unavailable:
                .store(error)
            }
    }

    init(_ end: SessionEnd) {
        self =
            switch end {
            case .userDisabled: .user(.disabled)
            case .revoked(let reason): .token(.sessionEnded(reason))
            case .evicted(let at, let successor): .token(.sessionEvicted(at: at, by: successor))
            case .idle(let since): .token(.sessionIdle(since: since))
            case .expired, .voided: .token(.sessionEnded(nil))
            }
    }

    init(_ error: PasswordHashingError) {
        self =
            switch error {
            case .overloaded: .overloaded(retryAfter: .seconds(1))
            case .tooLong: .password(.tooLong)
            case .malformedHash: .store(.damaged("a password hash"))
            }
    }
}
