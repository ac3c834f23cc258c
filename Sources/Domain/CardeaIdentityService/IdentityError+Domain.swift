package import CardeaIdentityDomain
import CardeaPasswordHashing

extension IdentityError {
    package init(_ error: StoreError) {
        self =
            switch error {
            case .taken(.email): .emailExists
            case .taken(.phoneNumber): .phoneNumberExists
            case .taken(.identity): .identityTaken
            case .taken(.userName): .userNameExists
            case .taken(.userID): .userIDExists
            case .overloaded: .overloaded(retryAfter: .seconds(1))
            case .taken(.sessionID), .taken(.projectID), .taken(.apiKey), .taken(.tenantID), .taken(.appID),
                .taken(.serviceAccount), .taken(.providerConfiguration), .conflict, .unwritable, .damaged,
                .unavailable:
                .store(error)
            }
    }

    init(_ end: SessionEnd) {
        self =
            switch end {
            case .userDisabled: .userDisabled
            case .revoked(let reason): .sessionEnded(reason)
            case .expired, .voided: .sessionEnded(nil)
            }
    }

    init(_ error: PasswordHashingError) {
        self =
            switch error {
            case .overloaded: .overloaded(retryAfter: .seconds(1))
            case .tooLong: .passwordTooLong
            case .malformedHash: .store(.damaged("a password hash"))
            }
    }
}
