import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import Testing

@testable import CardeaIdentityToolkitAPI

/// The code of each error of a use case in the protocol.
@Suite struct ErrorMappingTests {
    @Test(
        "an error has a code of the protocol",
        arguments: [
            (.missingEmail, "MISSING_EMAIL"),
            (.invalidEmail, "INVALID_EMAIL"),
            (.missingPassword, "MISSING_PASSWORD"),
            (.weakPassword(minimum: 8), "WEAK_PASSWORD : Password should be at least 8 characters"),
            (
                .passwordTooLong,
                "PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Password may be at most 4096 bytes long"
            ),
            (.invalidPhoneNumber, "INVALID_PHONE_NUMBER : Invalid format."),
            (.invalidPhotoURL, "INVALID_PHOTO_URL"),
            (.invalidDisplayName, "INVALID_DISPLAY_NAME"),
            (.invalidClaims, "INVALID_CLAIMS"),
            (.claimsTooLarge, "CLAIMS_TOO_LARGE"),
            (.forbiddenClaim("sub"), "FORBIDDEN_CLAIM : sub"),
            (.invalidLifetime, "INVALID_DURATION"),
            (.missingUserID, "MISSING_LOCAL_ID"),
            (.emailExists, "EMAIL_EXISTS"),
            (.phoneNumberExists, "PHONE_NUMBER_EXISTS"),
            (.userIDExists, "DUPLICATE_LOCAL_ID"),
            (.emailNotFound, "EMAIL_NOT_FOUND"),
            (.wrongPassword, "INVALID_PASSWORD"),
            (.invalidCredentials, "INVALID_LOGIN_CREDENTIALS"),
            (.credentialMismatch, "CREDENTIAL_MISMATCH"),
            (.userNotFound, "USER_NOT_FOUND"),
            (.userDisabled, "USER_DISABLED"),
            (.invalidAccessToken, "INVALID_ID_TOKEN"),
            (.invalidCustomToken(.expired), "INVALID_CUSTOM_TOKEN : The token has expired."),
            (.accessTokenExpired, "TOKEN_EXPIRED"),
            (.invalidRefreshToken, "INVALID_REFRESH_TOKEN"),
            (.sessionEnded(nil), "TOKEN_EXPIRED"),
            (.sessionEnded(.signOut), "TOKEN_EXPIRED"),
            (.refreshTokenReused, "TOKEN_EXPIRED"),
            (.refreshTokenSuperseded, "TOKEN_EXPIRED"),
            (.recentSignInRequired, "CREDENTIAL_TOO_OLD_LOGIN_AGAIN"),
            (.passwordSignInOff, "PASSWORD_LOGIN_DISABLED"),
            (.operationNotAllowed, "OPERATION_NOT_ALLOWED"),
            (.administratorOnly, "ADMIN_ONLY_OPERATION"),
            (.tenantMismatch, "TENANT_ID_MISMATCH"),
            (.tenantNotFound, "TENANT_NOT_FOUND"),
            (.tenantDisabled, "PROJECT_DISABLED"),
            (.projectMismatch, "PROJECT_NUMBER_MISMATCH"),
        ] as [(IdentityError, String)]
    )
    func rejectionCodeProtocol(_ error: IdentityError, _ message: String) {
        let rejection = IdentityToolkitError(useCase: error)
        #expect(rejection.message == message)
        #expect(rejection.response.status == 400)
    }

    @Test(
        "only the status reports a failure of the server (security 23)",
        arguments: [
            (.tooManyAttempts(retryAfter: TimeSpan(milliseconds: 1001)), 429, "RESOURCE_EXHAUSTED", "2"),
            (.overloaded(retryAfter: .zero), 503, "UNAVAILABLE", "1"),
            (.store(.overloaded), 503, "UNAVAILABLE", "1"),
            (.store(.conflict), 503, "UNAVAILABLE", "1"),
            (.store(.damaged("page 7")), 500, "INTERNAL", nil),
            (.store(.unwritable("/var/lib/secret")), 503, "UNAVAILABLE", "1"),
            (.store(.unavailable("closed")), 503, "UNAVAILABLE", "1"),
        ] as [(IdentityError, Int, String, String?)]
    )
    func internalErrors(
        _ error: IdentityError,
        _ status: Int,
        _ name: String,
        _ retryAfter: String?
    ) {
        let rejection = IdentityToolkitError(useCase: error)
        #expect(rejection.statusName == name)
        #expect(rejection.response.status == status)
        #expect(rejection.response.fields[.retryAfter] == retryAfter)
        let text = String(decoding: rejection.response.body, as: UTF8.self)
        for secret in ["page 7", "/var/lib", "closed"] { #expect(!text.contains(secret)) }
    }
}
