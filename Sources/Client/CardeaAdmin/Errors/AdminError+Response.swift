internal import CardeaIdentityWire
internal import CardeaSession
internal import Foundation

extension AdminError {
    /// The failure of the network.
    init(_ error: TransportError) {
        let code: Code =
            switch error.code {
            case .cancelled: .cancelled
            case .invalidRequest: .invalidArgument
            default: .networkUnavailable
            }
        self.init(code, transportError: error)
    }

    /// The failure that a response states.
    init(_ response: CardeaResponse) {
        guard let body = try? response.json(ErrorResponse.self).error else {
            let code: Code = response.status == 429 ? .tooManyRequests : .serverError
            self.init(code, retryAfter: response.retryAfter, detail: "status \(response.status)")
            return
        }
        let (code, text) = body.reason
        self.init(
            Self.known[code] ?? Self.code(ofStatus: response.status),
            serverCode: code.rawValue.isEmpty ? nil : code.rawValue,
            serverMessage: text,
            retryAfter: response.retryAfter
        )
    }

    private static func code(ofStatus status: Int) -> Code {
        switch status {
        case 401, 403: .credentialRejected
        case 429: .tooManyRequests
        case 500...: .serverError
        default: .unknown
        }
    }

    private static let known: [IdentityToolkitErrorCode: Code] = [
        .userNotFound: .userNotFound,
        .emailNotFound: .userNotFound,
        .userDisabled: .userDisabled,
        .duplicateLocalID: .userIDAlreadyExists,
        .missingLocalID: .invalidArgument,
        .emailExists: .emailAlreadyExists,
        .phoneNumberExists: .phoneNumberAlreadyExists,
        .missingEmail: .invalidEmail,
        .invalidEmail: .invalidEmail,
        .invalidPhoneNumber: .invalidPhoneNumber,
        .weakPassword: .weakPassword,
        .passwordDoesNotMeetRequirements: .weakPassword,
        .invalidClaims: .invalidClaims,
        .claimsTooLarge: .invalidClaims,
        .forbiddenClaim: .invalidClaims,
        .missingUserAccount: .invalidArgument,
        .invalidHashAlgorithm: .invalidArgument,
        .duplicateEmail: .emailAlreadyExists,
        .duplicateRawID: .invalidArgument,
        .invalidDuration: .invalidArgument,
        .invalidArgument: .invalidArgument,
        .invalidDisplayName: .invalidArgument,
        .invalidPhotoURL: .invalidArgument,
        .invalidPageSelection: .invalidArgument,
        .invalidContinueURI: .invalidArgument,
        .unauthorizedDomain: .operationNotAllowed,
        .operationNotAllowed: .operationNotAllowed,
        .adminOnlyOperation: .operationNotAllowed,
        .projectNotFound: .credentialRejected,
        .insufficientPermission: .credentialRejected,
        .tenantNotFound: .tenantNotFound,
        .tenantIDMismatch: .tenantMismatch,
        .unsupportedTenantOperation: .operationNotAllowed,
        .invalidIDToken: .invalidToken,
        .tokenExpired: .tokenExpired,
        .tooManyAttemptsTryLater: .tooManyRequests,
        .quotaExceeded: .tooManyRequests,
        .unavailable: .serverError,
        .internalError: .serverError,
    ]
}
