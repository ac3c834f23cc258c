import CardeaEncodings
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaSettings

extension AdminError {
    init(_ error: ProviderAdministrationError) {
        self =
            switch error {
            case .unknownProvider(let name): .unknownProvider(name)
            case .unknownConfiguration(let name): .notConfigured(name)
            case .configurationExists(let name):
                Self(.conflict, "the provider '\(name)' was configured meanwhile")
            case .issuerInUse(let issuer):
                Self(
                    .conflict,
                    "users have accounts of the issuer \(issuer): configure another one under a new ID"
                )
            case .problem(.missingClientID): Self(.badRequest, "the client ID is missing")
            case .problem(.missingIssuer):
                Self(.badRequest, "the issuer is missing: a provider named oidc.… needs one (--issuer)")
            case .problem(.invalidDisplayName):
                Self(.badRequest, "the display name is invalid: it must have 1 to 256 characters")
            case .problem(.invalid(let reason)): Self(.badRequest, reason)
            case .tooMany(let limit):
                Self(.conflict, "there are \(limit) providers already: delete one that is not used")
            case .directory(let error): Self(describing: error)
            }
    }

    /// The error for a name that is not that of a provider, with the name that may be meant.
    static func unknownProvider(_ name: String) -> AdminError {
        let known = ProviderTable.definitions.map(\.id)
        // People write the name of the company alone.
        let guess =
            known.first { $0.prefix { $0 != "." }.exact == name.lowercased().exact }
            ?? Suggestion.nearest(to: name, among: known)
        let hint = guess.map { "did you mean '\($0)'?" } ?? "use an ID such as google.com or oidc.acme"
        return AdminError(.badRequest, "the server does not know the provider '\(name)': \(hint)")
    }

    /// The error for a provider without a configuration, with the command that creates one.
    private static func notConfigured(_ name: String) -> AdminError {
        let isOpenID = ProviderID(rawValue: name).map(ProviderTable.isOpenID) ?? false
        let command = "cardea provider set \(name)\(isOpenID ? " --issuer URL" : "") --client-id ID"
        return AdminError(
            .notFound,
            "the provider '\(name)' is not configured: give it a client ID, as in '\(command)'"
        )
    }
}
