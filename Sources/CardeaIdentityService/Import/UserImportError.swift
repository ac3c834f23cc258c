package import CardeaPasswordHashing

/// Why one user was not imported.
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
    /// An account at another provider has no provider or no ID.
    case incompleteProvider
    /// The name of a provider, the user's ID there, or the details are invalid.
    case invalidProvider
    /// A proof of the address is invalid, or two are of one provider.
    case invalidEmailProof
    /// Two accounts at one provider.
    case duplicateProvider
    case secondFactor
    /// The user names another tenant than the request.
    case tenantMismatch
    case userExists
    case emailExists
    case phoneNumberExists
    case identityExists
    case userNameExists
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
        case .invalidClaims: "the custom claims must be one JSON object"
        case .claimsTooLarge: "the custom claims are longer than 1000 bytes"
        case .forbiddenClaim(let name): "the custom claim '\(name.prefix(40))' is reserved"
        case .invalidHash(let error): "the password hash is not imported: \(error)"
        case .passwordTooLong: "the password is longer than 4096 bytes"
        case .incompleteProvider: "an entry of the providers has no provider or no id"
        case .invalidProvider:
            "an entry of the providers is invalid: write the provider as google.com or oidc.name, and check the other fields"
        case .invalidEmailProof:
            "an entry of emailProofs is invalid: write the provider as google.com or oidc.name, and one entry for each"
        case .duplicateProvider: "the user has two entries of one provider: keep one of them"
        case .secondFactor: "second factors are not imported: remove them, and let the user enrol again"
        case .tenantMismatch: "the user belongs to another tenant"
        case .userExists: "a user with this id exists"
        case .emailExists: "another user has this e-mail address"
        case .phoneNumberExists: "another user has this phone number"
        case .identityExists: "another user has this account at a provider"
        case .userNameExists: "another user has this user name"
        }
    }
}
