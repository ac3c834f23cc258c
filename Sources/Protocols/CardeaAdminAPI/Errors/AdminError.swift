import CardeaEncodings
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaOperations
import CardeaSettings

/// The error of a management request, for a person.
struct AdminError: Error {
    enum Code: String {
        case badRequest, notFound, methodNotAllowed, conflict, bodyTooLarge, unsupportedEncoding, unavailable,
            failed

        fileprivate var status: Int {
            switch self {
            case .badRequest: 400
            case .notFound: 404
            case .methodNotAllowed: 405
            case .conflict: 409
            case .bodyTooLarge: 413
            case .unsupportedEncoding: 415
            case .unavailable: 503
            case .failed: 500
            }
        }

        /// The code in the declaration of an operation.
        var errorCode: ErrorCode { ErrorCode(rawValue, status: status) }
    }

    let code: Code
    let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    var response: Response {
        var json = JSONText()
        ErrorBody(code: code.rawValue, message: message).write(to: &json)
        return .json(json.bytes, status: code.status).recording(code: code.rawValue)
    }
}

extension AdminError {
    /// The server rejects the request before an operation sees it.
    init(_ error: RequestError) {
        let code: Code =
            switch error {
            case .encodedBody: .unsupportedEncoding
            case .bodyTooLarge: .bodyTooLarge
            default: .badRequest
            }
        self.init(code, error.reason)
    }

    /// The error for an error of a lower module.
    init(describing error: any Error) {
        self =
            switch error {
            case let error as AdminError: error
            case let error as IdentityError: Self(error)
            case let error as ProjectDirectoryError: Self(error)
            case let error as ServiceAccountError: Self(error)
            case let error as OutboxAdministrationError: Self(error)
            case let error as ProviderAdministrationError: Self(error)
            case let error as FieldError: Self(error)
            case let error as SettingError: Self(.badRequest, error.description)
            default: .internalError
            }
    }

    private init(_ error: IdentityError) {
        self =
            switch error {
            case .input(let error): Self(error)
            case .password(let error): Self(error)
            case .user(let error): Self(error)
            case .scope(let error): Self(error)
            case .code(.mailNotConfigured):
                Self(.conflict, "no mail server is configured: set smtp.host and smtp.sender")
            case .link(.identityTaken): Self(.conflict, "another user has this account at the provider")
            case .link(.providerAlreadyLinked):
                Self(.conflict, "the user has another account at the provider")
            case .credential(.emailNotFound): Self(.notFound, "there is no such user")
            case .rule: Self(.conflict, "the project's settings do not allow this")
            case .tooManyAttempts, .overloaded: Self(.unavailable, "the server is busy; try again")
            case .store(let error): Self(error)
            case .code, .phone, .provider, .link, .credential, .token:
                // Management signs no user in.
                .internalError
            }
    }

    private init(_ error: InputError) {
        let reason =
            switch error {
            case .missingEmail: "the e-mail address is missing"
            case .invalidEmail: "the e-mail address is invalid"
            case .invalidPhoneNumber: "the phone number is invalid: write it with + and the country code"
            case .invalidUserName:
                "the user name is invalid: use 2 to 64 letters and digits, one letter at least, with . - _ between"
            case .invalidPhotoURL: "the photo's URL is invalid"
            case .invalidDisplayName: "the display name is invalid: it must have 1 to 256 characters"
            case .invalidClaims: "the custom claims must be one JSON object"
            case .claimsTooLarge: "the custom claims are longer than 1000 characters"
            case .forbiddenClaim(let name): "the claim '\(name)' is reserved"
            case .invalidDevice: "the device cannot be read"
            case .invalidText: "a text has the character U+0000"
            case .invalidLifetime: "the lifetime must be 1 second or more"
            case .missingUserID: "the user's id is invalid: it must have 1 to 128 bytes and no spaces"
            }
        self.init(.badRequest, reason)
    }

    private init(_ error: PasswordError) {
        let reason =
            switch error {
            case .missing: "the password is missing"
            case .tooShort(let minimum): "the password must have \(minimum) characters or more"
            case .requirements(let missing):
                "the password \(missing.map(\.explanation).joined(separator: ", "))"
            case .common: "the password is one of the most common ones; choose another"
            case .tooLong: "the password is longer than 4096 bytes"
            }
        self.init(.badRequest, reason)
    }

    private init(_ error: UserError) {
        self =
            switch error {
            case .emailExists: Self(.conflict, "another user has this e-mail address")
            case .userNameExists: Self(.conflict, "another user has this user name")
            case .phoneNumberExists: Self(.conflict, "another user has this phone number")
            case .idExists: Self(.conflict, "another user has this id")
            case .notFound: Self(.notFound, "there is no such user")
            case .disabled: Self(.conflict, "the user is disabled")
            }
    }

    private init(_ error: ScopeError) {
        self =
            switch error {
            case .projectMismatch: Self(.notFound, "there is no such project")
            case .tenantMismatch, .tenantNotFound: Self(.notFound, "there is no such tenant")
            case .tenantDisabled: Self(.conflict, "the tenant is disabled")
            }
    }

    private static let internalError = Self(.failed, "an internal error occurred; see the server's log")

    private init(_ error: OutboxAdministrationError) {
        self =
            switch error {
            case .unknownMail: Self(.notFound, "there is no such message: it was sent or deleted")
            case .inDelivery:
                Self(
                    .conflict,
                    "the message is being sent: wait for the end of the attempt, five minutes at most"
                )
            case .linkExpired:
                Self(.conflict, "the code in this message has expired: the user must ask for a new one")
            case .notConfigured:
                Self(.conflict, "no mail server is configured: set smtp.host and smtp.sender")
            case .invalidAddress: Self(.badRequest, "the e-mail address is invalid")
            case .invalidTemplate(let problems): Self(.badRequest, problems)
            case .notSent(let error): Self(.failed, error.description)
            case .service(let error): Self(error)
            }
    }

    private init(_ error: ProjectDirectoryError) {
        self =
            switch error {
            case .keyUnusable: Self(.failed, "a stored key cannot be decrypted with this master key")
            case .invalidProjectID(let id):
                Self(
                    .badRequest,
                    "the project id '\(id)' is invalid: use 1 to 63 of a–z, 0–9 and -, beginning with a letter"
                )
            case .tenantInDeletion(let id):
                Self(
                    .conflict,
                    "the tenant '\(id.rawValue)' was deleted, and its last users are not deleted yet: use another id, or try again after the next housekeeping (housekeeping.interval)"
                )
            case .invalidTenantID(let id):
                Self(
                    .badRequest,
                    "the tenant id '\(id)' is invalid: use 1 to 63 letters, digits and -, beginning with a letter"
                )
            case .unknownProject(let id): Self(.notFound, "there is no project '\(id.rawValue)'")
            case .projectInDeletion(let id):
                Self(
                    .conflict,
                    "the project '\(id.rawValue)' was deleted, and its data is not deleted yet: use another id, or try again after the next housekeeping (housekeeping.interval)"
                )
            case .onlyProject(let id):
                Self(.conflict, "'\(id.rawValue)' is the only project: create another one first")
            case .invalidSetting(let problem): Self(.badRequest, problem)
            case .store(let error): Self(error)
            }
    }

    private init(_ error: ServiceAccountError) {
        self =
            switch error {
            case .invalidName(let name):
                Self(
                    .badRequest,
                    "the name '\(name)' is invalid: use 1 to 63 of a–z, 0–9 and -, beginning with a letter"
                )
            case .unknownAccount(let name): Self(.notFound, "there is no service account '\(name)'")
            case .unknownKey(let id): Self(.notFound, "the service account has no key '\(id)'")
            case .tooManyAccounts(let limit):
                Self(
                    .conflict,
                    "a project has at most \(limit) service accounts: delete one that is not used"
                )
            case .tooManyKeys(let limit):
                Self(.conflict, "a service account has at most \(limit) keys: remove one that is not used")
            case .assertion, .keyGeneration: Self(.failed, "an internal error occurred; see the server's log")
            case .store(let error): Self(error)
            }
    }

    private init(_ error: StoreError) {
        self =
            switch error {
            case .taken(.projectID): Self(.conflict, "a project with this id exists")
            case .taken(.tenantID): Self(.conflict, "a tenant with this id exists")
            case .taken(.apiKey): Self(.conflict, "this API key is in use")
            case .taken(.serviceAccount): Self(.conflict, "a service account with this name exists")
            case .taken(.providerConfiguration): Self(.conflict, "the provider was configured meanwhile")
            case .taken: Self(.conflict, "another user has this name")
            case .conflict: Self(.conflict, "somebody else changed it at the same time; try again")
            case .invalidText: Self(.badRequest, "a text has the character U+0000")
            case .overloaded: Self(.unavailable, "the server is busy; try again")
            case .unwritable(let detail): Self(.failed, "the database cannot be written: \(detail)")
            case .damaged(let detail): Self(.failed, "the database is damaged: \(detail)")
            case .unavailable(let detail): Self(.unavailable, "the database cannot be used: \(detail)")
            }
    }
}

extension PasswordRequirement {
    /// The rule as the rest of a sentence about a password.
    fileprivate var explanation: String {
        switch self {
        case .atLeast(let count): "must have \(count) characters or more"
        case .atMost(let count): "must have at most \(count) characters"
        case .lowercase: "needs a small letter"
        case .uppercase: "needs a capital letter"
        case .digit: "needs a digit"
        case .symbol: "needs a symbol such as ! or -"
        }
    }
}
