import APITestSupport
import CardeaHTTPRouting
import Testing

@testable import CardeaIdentityToolkitAPI

@Suite("The error of each use case")
struct ErrorTableTests {
    @Test("each error of a use case has its status and code, and reveals nothing of the server (security 23)")
    func table() {
        #expect(
            ErrorSamples.table { error in IdentityToolkitError(describing: error).response } == Self.table
        )
    }

    private static let table = """
        400 ADMIN_ONLY_OPERATION
            rule.administratorOnly
        400 CLAIMS_TOO_LARGE
            input.claimsTooLarge
        400 CONFIGURATION_EXISTS
            ProviderAdministrationError.configurationExists
        400 CONFIGURATION_NOT_FOUND
            ProviderAdministrationError.unknownConfiguration
        400 CREDENTIAL_MISMATCH
            credential.mismatch
        400 CREDENTIAL_TOO_OLD_LOGIN_AGAIN
            credential.tooOld
        400 DUPLICATE_LOCAL_ID
            user.idExists
        400 EMAIL_EXISTS
            user.emailExists
        400 EMAIL_NOT_FOUND
            credential.emailNotFound
        400 EXPIRED_OOB_CODE
            code.expired
        400 FEDERATED_USER_ID_ALREADY_LINKED
            link.identityTaken
        400 FORBIDDEN_CLAIM
            input.forbiddenClaim
        400 INVALID_ARGUMENT
            input.invalidText input.invalidDevice store.invalidText ProjectDirectoryError.invalidSetting
            ProjectDirectoryError.store.invalidText RedirectError.invalidSessionID
            RedirectError.invalidState RedirectError.expired
        400 INVALID_CLAIMS
            input.invalidClaims
        400 INVALID_CODE
            phone.wrongCode
        400 INVALID_CONFIG
            ProviderAdministrationError.issuerInUse ProviderAdministrationError.problem.invalid
        400 INVALID_CONFIG_ID
            ProviderAdministrationError.unknownProvider
        400 INVALID_CONTINUE_URI
            code.invalidContinueURL
        400 INVALID_CREDENTIAL_OR_PROVIDER_ID
            provider.unsupported
        400 INVALID_CUSTOM_TOKEN
            token.invalidCustomToken
        400 INVALID_DISPLAY_NAME
            input.invalidDisplayName ProjectDirectoryError.invalidTenantID
            ProviderAdministrationError.problem.invalidDisplayName
        400 INVALID_DURATION
            input.invalidLifetime
        400 INVALID_EMAIL
            input.invalidEmail code.emailMismatch
        400 INVALID_IDP_RESPONSE
            provider.configurationChanged provider.invalidCredential provider.invalidState
        400 INVALID_ID_TOKEN
            token.invalidAccessToken
        400 INVALID_LOGIN_CREDENTIALS
            credential.invalid
        400 INVALID_NEW_EMAIL
            code.invalidNewEmail
        400 INVALID_OOB_CODE
            code.invalid
        400 INVALID_PASSWORD
            credential.wrongPassword
        400 INVALID_PENDING_TOKEN
            link.invalidPendingToken
        400 INVALID_PHONE_NUMBER
            input.invalidPhoneNumber
        400 INVALID_PHOTO_URL
            input.invalidPhotoURL
        400 INVALID_PROJECT_ID
            ProjectDirectoryError.invalidProjectID
        400 INVALID_PROVIDER_ID
            link.invalidProviderID
        400 INVALID_REFRESH_TOKEN
            token.invalidRefreshToken token.clientMismatch
        400 INVALID_SESSION_INFO
            phone.unknownSession
        400 INVALID_TEMPORARY_PROOF
            phone.invalidProof
        400 INVALID_USER_NAME
            input.invalidUserName
        400 MISSING_CODE
            phone.missingCode
        400 MISSING_EMAIL
            input.missingEmail
        400 MISSING_ISSUER
            ProviderAdministrationError.problem.missingIssuer
        400 MISSING_LOCAL_ID
            input.missingUserID
        400 MISSING_NEW_EMAIL
            code.missingNewEmail
        400 MISSING_OAUTH_CLIENT_ID
            ProviderAdministrationError.problem.missingClientID
        400 MISSING_OOB_CODE
            code.missing
        400 MISSING_OR_INVALID_NONCE
            provider.invalidNonce
        400 MISSING_PASSWORD
            password.missing
        400 MISSING_PHONE_NUMBER
            phone.missingPhoneNumber
        400 MISSING_RAW_ID
            link.missingProviderSubject
        400 MISSING_SESSION_INFO
            phone.missingSession
        400 OPERATION_NOT_ALLOWED
            code.mailNotConfigured phone.regionNotAllowed phone.gatewayNotConfigured provider.notConfigured
            provider.disabled rule.operationNotAllowed rule.unverifiedEmailChange
            RedirectError.provider.disabled
        400 PASSWORD_DOES_NOT_MEET_REQUIREMENTS
            password.requirements password.tooLong
        400 PASSWORD_LOGIN_DISABLED
            rule.passwordSignInOff
        400 PHONE_NUMBER_EXISTS
            user.phoneNumberExists
        400 PROJECT_DISABLED
            scope.tenantDisabled
        400 PROJECT_NOT_FOUND
            ProjectDirectoryError.unknownProject
        400 PROJECT_NUMBER_MISMATCH
            scope.projectMismatch
        400 PROVIDER_ALREADY_LINKED
            link.providerAlreadyLinked
        400 QUOTA_EXCEEDED
            ProviderAdministrationError.tooMany
        400 REJECTED_CREDENTIAL
            provider.rejectedByProvider
        400 SESSION_EXPIRED
            phone.expiredSession
        400 SESSION_LIMIT_REACHED
            rule.sessionLimitReached
        400 SESSION_NOT_FOUND
            token.unknownSession
        400 TENANT_ID_MISMATCH
            scope.tenantMismatch
        400 TENANT_NOT_FOUND
            scope.tenantNotFound ProjectDirectoryError.store.conflict
        400 TOKEN_EXPIRED
            token.accessTokenExpired token.sessionEnded token.sessionEvicted token.sessionIdle
            token.refreshTokenReused token.refreshTokenSuperseded
        400 UNAUTHORIZED_DOMAIN
            code.continueURLNotAllowed RedirectError.redirectURLNotAllowed
        400 USER_DISABLED
            user.disabled RedirectError.service.user.disabled
        400 USER_NAME_EXISTS
            user.userNameExists
        400 USER_NOT_FOUND
            user.notFound
        400 WEAK_PASSWORD
            password.tooShort password.common
        429 TOO_MANY_ATTEMPTS_TRY_LATER
            provider.busy tooManyAttempts
        500 INTERNAL_ERROR
            store.taken.userID store.taken.email store.taken.phoneNumber store.taken.identity
            store.taken.userName store.taken.sessionID store.taken.projectID store.taken.apiKey
            store.taken.tenantID store.taken.appID store.taken.serviceAccount
            store.taken.providerConfiguration store.damaged ProjectDirectoryError.keyUnusable
            ProjectDirectoryError.projectInDeletion ProjectDirectoryError.onlyProject
            ProjectDirectoryError.tenantInDeletion ProjectDirectoryError.store.taken.userID
            ProjectDirectoryError.store.taken.email ProjectDirectoryError.store.taken.phoneNumber
            ProjectDirectoryError.store.taken.identity ProjectDirectoryError.store.taken.userName
            ProjectDirectoryError.store.taken.sessionID ProjectDirectoryError.store.taken.projectID
            ProjectDirectoryError.store.taken.apiKey ProjectDirectoryError.store.taken.tenantID
            ProjectDirectoryError.store.taken.appID ProjectDirectoryError.store.taken.serviceAccount
            ProjectDirectoryError.store.taken.providerConfiguration ProjectDirectoryError.store.damaged
            ProviderAdministrationError.directory.keyUnusable ServiceAccountError.invalidName
            ServiceAccountError.unknownAccount ServiceAccountError.unknownKey
            ServiceAccountError.tooManyAccounts ServiceAccountError.tooManyKeys
            ServiceAccountError.assertion ServiceAccountError.keyGeneration
            ServiceAccountError.store.damaged OutboxAdministrationError.unknownMail
            OutboxAdministrationError.inDelivery OutboxAdministrationError.linkExpired
            OutboxAdministrationError.notConfigured OutboxAdministrationError.invalidAddress
            OutboxAdministrationError.invalidTemplate OutboxAdministrationError.notSent
            OutboxAdministrationError.service.user.disabled
        503 UNAVAILABLE
            provider.unavailable overloaded store.conflict store.overloaded store.unwritable
            store.unavailable ProjectDirectoryError.store.overloaded ProjectDirectoryError.store.unwritable
            ProjectDirectoryError.store.unavailable
        """
}
