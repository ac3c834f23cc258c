import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService

/// Why something was not done, for the person who asked.
struct AdminError: Error {
    enum Code: String {
        case badRequest, notFound, methodNotAllowed, conflict, unavailable, failed

        fileprivate var status: Int {
            switch self {
            case .badRequest: 400
            case .notFound: 404
            case .methodNotAllowed: 405
            case .conflict: 409
            case .unavailable: 503
            case .failed: 500
            }
        }
    }

    let code: Code
    let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    var response: Response {
        .json(encoding: FailureMessage(code: code.rawValue, message: message), status: code.status)
    }
}

extension AdminError {
    /// What to say about an error of the rooms below.
    init(describing error: any Error) {
        self =
            switch error {
            case let error as AdminError: error
            case let error as IdentityError: Self(error)
            case let error as ProjectDirectoryError: Self(error)
            default: Self(.failed, "it could not be done")
            }
    }

    private init(_ error: IdentityError) {
        self =
            switch error {
            case .missingEmail: Self(.badRequest, "an e-mail address is needed")
            case .invalidEmail: Self(.badRequest, "this is not an e-mail address")
            case .missingPassword: Self(.badRequest, "a password is needed")
            case .weakPassword(let minimum):
                Self(.badRequest, "the password needs \(minimum) characters or more")
            case .commonPassword:
                Self(.badRequest, "the password is one of the most common ones; choose another")
            case .passwordTooLong: Self(.badRequest, "the password is longer than 4096 bytes")
            case .invalidPhoneNumber: Self(.badRequest, "this is not a phone number")
            case .invalidPhotoURL: Self(.badRequest, "this is not the address of a photo")
            case .invalidDisplayName: Self(.badRequest, "this cannot be a display name")
            case .emailExists: Self(.conflict, "another user has this e-mail address")
            case .phoneNumberExists: Self(.conflict, "another user has this phone number")
            case .userIDExists: Self(.conflict, "another user has this id")
            case .missingUserID:
                Self(.badRequest, "this cannot be a user's id: 1 to 128 bytes without spaces")
            case .userNotFound, .emailNotFound: Self(.notFound, "there is no such user")
            case .overloaded: Self(.unavailable, "the server is busy; try again")
            case .store(let error): Self(error)
            default: Self(.badRequest, "refused: \(error)")
            }
    }

    private init(_ error: ProjectDirectoryError) {
        self =
            switch error {
            case .keyUnusable: Self(.failed, "a stored key does not open under this master key")
            case .invalidProjectID(let id):
                Self(
                    .badRequest,
                    "'\(id)' cannot name a project: a–z, 0–9 and -, beginning with a letter, 63 at most"
                )
            case .invalidTenantID(let id):
                Self(
                    .badRequest,
                    "'\(id)' is not a tenant ID: use 1 to 63 letters, digits and -, beginning with a letter"
                )
            case .unknownProject(let id): Self(.notFound, "there is no project '\(id.rawValue)'")
            case .invalidSetting(let name): Self(.badRequest, "the setting \(name) is out of its range")
            case .store(let error): Self(error)
            }
    }

    private init(_ error: StoreError) {
        self =
            switch error {
            case .taken(.projectID): Self(.conflict, "there is a project of this id")
            case .taken(.tenantID): Self(.conflict, "the project has a tenant with this ID")
            case .taken(.apiKey): Self(.conflict, "this API key is in use")
            case .taken: Self(.conflict, "another account has this name")
            case .conflict: Self(.conflict, "it was changed by someone else just now; try again")
            case .overloaded: Self(.unavailable, "the server is busy; try again")
            case .unwritable(let detail): Self(.failed, "the database cannot be written: \(detail)")
            case .damaged(let detail): Self(.failed, "the database is damaged: \(detail)")
            case .unavailable(let detail): Self(.unavailable, "the database cannot be reached: \(detail)")
            }
    }
}
