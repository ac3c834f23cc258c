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
            (.input(.missingEmail), "MISSING_EMAIL"),
            (.input(.invalidEmail), "INVALID_EMAIL"),
            (.password(.missing), "MISSING_PASSWORD"),
            (.password(.tooShort(minimum: 8)), "WEAK_PASSWORD : Password should be at least 8 characters"),
            (
                .password(.tooLong),
                "PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Password may be at most 4096 bytes long"
            ),
            (.input(.invalidPhoneNumber), "INVALID_PHONE_NUMBER : Invalid format."),
            (.input(.invalidPhotoURL), "INVALID_PHOTO_URL"),
            (.input(.invalidDisplayName), "INVALID_DISPLAY_NAME"),
            (.input(.invalidClaims), "INVALID_CLAIMS"),
            (.input(.claimsTooLarge), "CLAIMS_TOO_LARGE"),
            (.input(.forbiddenClaim("sub")), "FORBIDDEN_CLAIM : sub"),
            (.input(.invalidLifetime), "INVALID_DURATION"),
            (.input(.missingUserID), "MISSING_LOCAL_ID"),
            (.user(.emailExists), "EMAIL_EXISTS"),
            (.user(.phoneNumberExists), "PHONE_NUMBER_EXISTS"),
            (.user(.idExists), "DUPLICATE_LOCAL_ID"),
            (.credential(.emailNotFound), "EMAIL_NOT_FOUND"),
            (.credential(.wrongPassword), "INVALID_PASSWORD"),
            (.credential(.invalid), "INVALID_LOGIN_CREDENTIALS"),
            (.credential(.mismatch), "CREDENTIAL_MISMATCH"),
            (.user(.notFound), "USER_NOT_FOUND"),
            (.user(.disabled), "USER_DISABLED"),
            (.token(.invalidAccessToken), "INVALID_ID_TOKEN"),
            (.token(.invalidCustomToken(.expired)), "INVALID_CUSTOM_TOKEN : The token has expired."),
            (.token(.accessTokenExpired), "TOKEN_EXPIRED"),
            (.token(.invalidRefreshToken), "INVALID_REFRESH_TOKEN"),
            (.token(.sessionEnded(nil)), "TOKEN_EXPIRED"),
            (.token(.sessionEnded(.signOut)), "TOKEN_EXPIRED"),
            (.token(.refreshTokenReused), "TOKEN_EXPIRED"),
            (.token(.refreshTokenSuperseded), "TOKEN_EXPIRED"),
            (.credential(.tooOld), "CREDENTIAL_TOO_OLD_LOGIN_AGAIN"),
            (.rule(.passwordSignInOff), "PASSWORD_LOGIN_DISABLED"),
            (.rule(.operationNotAllowed), "OPERATION_NOT_ALLOWED"),
            (.rule(.administratorOnly), "ADMIN_ONLY_OPERATION"),
            (.scope(.tenantMismatch), "TENANT_ID_MISMATCH"),
            (.scope(.tenantNotFound), "TENANT_NOT_FOUND"),
            (.scope(.tenantDisabled), "PROJECT_DISABLED"),
            (.scope(.projectMismatch), "PROJECT_NUMBER_MISMATCH"),
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
