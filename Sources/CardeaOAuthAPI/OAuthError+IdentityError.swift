import CardeaIdentityDomain
import CardeaIdentityService

extension OAuthError {
    init(saying error: any Error) {
        self =
            switch error {
            case let error as OAuthError: error
            case let error as IdentityError: Self(useCase: error)
            default: Self(.serverError, status: 500)
            }
    }

    /// What OAuth calls a use case's refusal.
    init(useCase error: IdentityError) {
        self =
            switch error {
            case .invalidRefreshToken, .projectMismatch, .tenantMismatch:
                Self(.invalidGrant, "The token is not one of this client.")
            case .sessionEnded(.sessionLimit):
                Self(.invalidGrant, "The user has signed in on too many other devices since.")
            case .sessionEnded, .accessTokenExpired: Self(.invalidGrant, "The session has ended.")
            case .refreshTokenSuperseded: Self(.invalidGrant, "A newer token has taken this one's place.")
            case .refreshTokenReused: Self(.invalidGrant, "The token was used before; the session has ended.")
            case .userDisabled: Self(.invalidGrant, "The user is disabled.")
            case .userNotFound: Self(.invalidGrant, "The user is no more.")
            case .tooManyAttempts(let retryAfter):
                Self(.temporarilyUnavailable, status: 429, retryAfter: retryAfter)
            case .overloaded(let retryAfter):
                Self(.temporarilyUnavailable, status: 503, retryAfter: retryAfter)
            case .store(.damaged), .store(.taken): Self(.serverError, status: 500)
            case .store: Self(.temporarilyUnavailable, status: 503, retryAfter: .seconds(1))
            default: Self(.invalidRequest)
            }
    }
}
