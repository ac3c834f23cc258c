package import CardeaPasswordHashing

/// The reason why one user was not imported.
package enum UserImportError: Error, Sendable, Equatable {
    case missingID
    case invalidID
    case invalidEmail
    case invalidPhoneNumber
    case invalidUserName
    case invalidDisplayName
    case invalidPhotoURL
    case invalidClaims
    case claimsTooLarge
    case forbiddenClaim(String)
    case invalidHash(ForeignHashError)
    case passwordTooLong
    case emptyPassword
    /// The field says something about the e-mail address, and the user has none.
    case missingEmail(field: String)
    /// The field is a moment in another unit than milliseconds, or in the future.
    case invalidMoment(field: String)
    /// An account at another provider has no provider or no ID.
    case incompleteProvider
    /// The name of a provider, the user's ID there, or the details are invalid.
    case invalidProvider
    /// A field of the proofs of the address, or of its recycling, is invalid; such as `emailProofs[1].at`.
    case invalidEmailProof(EmailProofFault, field: String)
    /// Two accounts at one provider.
    case duplicateProvider
    case secondFactor
    /// The user names another tenant than the request.
    case tenantMismatch
    /// The tenant that the user names does not exist.
    case tenantNotFound
    case userExists
    case emailExists
    case phoneNumberExists
    case identityExists
    case userNameExists

    package enum EmailProofFault: Sendable {
        /// The name has not the form of a provider's.
        case provider
        /// Another entry has the same provider.
        case repeatedProvider
        case subject
        case future
        /// The user has no address.
        case missingEmail
    }
}

extension UserImportError: CustomStringConvertible {
    /// The fault and the remedy, for the command line.
    package var description: String {
        switch self {
        case .missingID: "the id is missing"
        case .invalidID: "the id is invalid: it must have 1 to 128 bytes and no spaces"
        case .invalidEmail: "the e-mail address is invalid"
        case .invalidPhoneNumber: "the phone number is invalid: write it with + and the country code"
        case .invalidUserName: "the user name is invalid: it must have 2 to 64 letters and digits"
        case .invalidDisplayName: "the display name is invalid: it must have at most 256 characters"
        case .invalidPhotoURL: "the photo's URL is invalid: it must begin with https:// or http://"
        case .invalidClaims:
            "the custom claims must be one JSON object, which has no name twice and at most 32 levels"
        case .claimsTooLarge: "the custom claims are longer than 1000 bytes"
        case .forbiddenClaim(let name): "the custom claim '\(name.prefix(40))' is reserved"
        case .invalidHash(let error): "the password hash is not imported: \(error)"
        case .passwordTooLong: "the password is longer than 4096 bytes"
        case .emptyPassword: "the password is empty: leave the field out if the user has none"
        case .missingEmail(let field): "'\(field)' needs an e-mail address"
        case .invalidMoment(let field):
            "'\(field)' is before the year 2000 or in the future: it must be in milliseconds since 1970"
        case .incompleteProvider: "an entry of the providers has no provider or no id"
        case .invalidProvider:
            "an entry of the providers is invalid: write the provider as google.com or oidc.name, and check the other fields"
        case .invalidEmailProof(let fault, let field): "'\(field)' \(fault.explanation)"
        case .duplicateProvider: "the user has two entries of one provider: keep one of them"
        case .secondFactor: "second factors are not imported: remove them, and let the user enrol again"
        case .tenantMismatch: "the user belongs to another tenant"
        case .tenantNotFound: "the tenant of the user does not exist: create it with 'cardea tenant create'"
        case .userExists: "a user with this id exists"
        case .emailExists: "another user has this e-mail address"
        case .phoneNumberExists: "another user has this phone number"
        case .identityExists: "another user has this account at a provider"
        case .userNameExists: "another user has this user name"
        }
    }
}

extension UserImportError.EmailProofFault {
    /// The fault as the rest of a sentence about a field.
    fileprivate var explanation: String {
        switch self {
        case .provider: "is invalid: write it as google.com or oidc.name"
        case .repeatedProvider: "is given twice: keep one entry for each provider"
        case .subject: "is invalid: it must have 1 to 256 bytes and no control characters"
        case .future: "is in the future: it must be in milliseconds since 1970"
        case .missingEmail: "needs an e-mail address"
        }
    }
}
