import CardeaIdentityDomain
import CardeaIdentityService

extension AdminError {
    init(_ error: ProviderAdministrationError) {
        self =
            switch error {
            case .unknownProvider(let name):
                Self(
                    .badRequest,
                    "'\(name)' is no provider that the server knows: use an ID such as google.com or oidc.acme"
                )
            case .unknownConfiguration(let name):
                Self(
                    .notFound,
                    "the provider '\(name)' is not configured: 'cardea provider set' configures it"
                )
            case .configurationExists(let name):
                Self(.conflict, "the provider '\(name)' was configured meanwhile")
            case .problem(.missingClientID): Self(.badRequest, "the client ID is missing")
            case .problem(.missingIssuer): Self(.badRequest, "the issuer is missing")
            case .problem(.invalidDisplayName):
                Self(.badRequest, "the display name is invalid: it must have 1 to 256 characters")
            case .problem(.invalid(let reason)): Self(.badRequest, reason)
            case .tooMany(let limit): Self(.badRequest, "there are \(limit) providers already")
            case .directory(let error): Self(describing: error)
            }
    }
}
