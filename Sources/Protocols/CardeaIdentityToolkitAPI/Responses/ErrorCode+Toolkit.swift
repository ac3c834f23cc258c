import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityWire
import CardeaOperations

extension [ErrorCode] {
    /// Errors by the protocol's codes.
    static func toolkit(_ codes: IdentityToolkitErrorCode...) -> [ErrorCode] {
        codes.map { ErrorCode($0.rawValue, status: $0 == .tooManyAttemptsTryLater ? 429 : 400) }
    }

    /// Errors whose message is a sentence: the name of the gRPC status is their code.
    fileprivate static func sentences(_ errors: IdentityToolkitError...) -> [ErrorCode] {
        errors.map { ErrorCode($0.statusName ?? "", status: $0.status) }
    }
}

extension ErrorCode {
    /// The path names something that does not exist.
    static let notFound = ErrorCode("NOT_FOUND", status: 404)
}

extension ProtocolErrors {
    /// The errors of all operations, as `ToolkitAdmission` and the reader of messages give them.
    static let identityToolkit = ProtocolErrors(ErrorResponse.self) { operation in
        var codes: [ErrorCode] = .sentences(.unavailable(retryAfter: .zero))
        codes.append(ErrorCode(IdentityToolkitErrorCode.internalError.rawValue, status: 500))
        codes += .sentences(IdentityToolkitError(RequestError.malformedTarget))
        if operation.method.hasBody {
            codes += .sentences(
                IdentityToolkitError(RequestError.encodedBody),
                IdentityToolkitError(RequestError.bodyTooLarge)
            )
        }
        if !operation.input.fields.isEmpty { codes += .toolkit(.invalidArgument) }
        if operation.input.fields.contains(where: { $0.rule.senders != nil }) {
            codes += .toolkit(.unexpectedParameter)
        }
        guard !operation.callers.contains(.anyone) else { return codes }
        codes += operation.admissionErrors
        return codes
    }
}

extension OperationDescription {
    /// The errors of credentials, of the project and of the tenant.
    fileprivate var admissionErrors: [ErrorCode] {
        var codes: [ErrorCode] = .sentences(.invalidAdministratorCredential, .missingAPIKey, .unknownAPIKey)
        codes += .toolkit(.invalidProjectID, .projectNotFound, .insufficientPermission, .tenantIDMismatch)
        codes +=
            tenant == .none
            ? .toolkit(.unsupportedTenantOperation) : .toolkit(.tenantNotFound, .projectDisabled)
        return codes
    }
}
