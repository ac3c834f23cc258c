import CardeaIdentityDomain
import CardeaIdentityService
import CardeaIdentityWire

extension IdentityToolkitError {
    /// The protocol's error for an error of the administration of providers.
    init(providers error: ProviderAdministrationError) {
        self =
            switch error {
            case .unknownProvider: Self(.invalidConfigID)
            case .unknownConfiguration: Self(.configurationNotFound)
            case .configurationExists: Self(.configurationExists)
            case .issuerInUse(let issuer):
                Self(
                    .invalidConfig,
                    "users have accounts of the issuer \(issuer): configure another one under a new ID"
                )
            case .problem(.missingClientID): Self(.missingOAuthClientID)
            case .problem(.missingIssuer): Self(.missingIssuer)
            case .problem(.invalidDisplayName): Self(.invalidDisplayName)
            case .problem(.invalid(let reason)): Self(.invalidConfig, reason)
            case .tooMany(let limit): Self(.quotaExceeded, "at most \(limit) providers")
            case .directory(let error): Self(describing: error)
            }
    }

    /// The protocol's error for an error of a redirect.
    init(redirect error: RedirectError) {
        self =
            switch error {
            case .redirectURLNotAllowed:
                Self(
                    .unauthorizedDomain,
                    "The project setting providers.redirectURLs does not have this URL."
                )
            case .invalidSessionID: Self(.invalidArgument, "sessionId must have 16 to 256 bytes.")
            case .invalidState, .expired: Self(.invalidArgument, "The redirect has ended.")
            case .provider(let error): Self(useCase: .provider(error))
            case .service(let error): Self(useCase: error)
            }
    }
}
