import APITestSupport
import CardeaHTTPRouting
import Testing

@testable import CardeaAdminAPI

@Suite("The error of each use case")
struct ErrorTableTests {
    @Test("each error of a use case has its status and code, and reveals nothing of the server (security 23)")
    func table() {
        #expect(ErrorSamples.table { error in AdminError(describing: error).response } == Self.table)
    }

    private static let table = """
        400 badRequest
            missingEmail invalidEmail missingPassword weakPassword passwordRequirements commonPassword
            passwordTooLong invalidPhoneNumber invalidUserName invalidPhotoURL invalidDisplayName
            invalidClaims claimsTooLarge forbiddenClaim invalidLifetime missingUserID
            ProjectDirectoryError.invalidProjectID ProjectDirectoryError.invalidTenantID
            ProjectDirectoryError.invalidSetting ProviderAdministrationError.unknownProvider
            ProviderAdministrationError.problem.missingClientID
            ProviderAdministrationError.problem.missingIssuer
            ProviderAdministrationError.problem.invalidDisplayName
            ProviderAdministrationError.problem.invalid ServiceAccountError.invalidName
            OutboxAdministrationError.invalidAddress OutboxAdministrationError.invalidTemplate
        404 notFound
            emailNotFound userNotFound tenantMismatch tenantNotFound projectMismatch
            ProjectDirectoryError.unknownProject ProviderAdministrationError.unknownConfiguration
            ServiceAccountError.unknownAccount ServiceAccountError.unknownKey
            OutboxAdministrationError.unknownMail
        409 conflict
            mailNotConfigured identityTaken providerAlreadyLinked emailExists phoneNumberExists
            userNameExists userIDExists userDisabled passwordSignInOff operationNotAllowed
            unverifiedEmailChange administratorOnly tenantDisabled store.taken.userID store.taken.email
            store.taken.phoneNumber store.taken.identity store.taken.userName store.taken.sessionID
            store.taken.projectID store.taken.apiKey store.taken.tenantID store.taken.appID
            store.taken.serviceAccount store.taken.providerConfiguration store.conflict
            ProjectDirectoryError.projectInDeletion ProjectDirectoryError.onlyProject
            ProjectDirectoryError.tenantInDeletion ProjectDirectoryError.store.taken.userID
            ProjectDirectoryError.store.taken.email ProjectDirectoryError.store.taken.phoneNumber
            ProjectDirectoryError.store.taken.identity ProjectDirectoryError.store.taken.userName
            ProjectDirectoryError.store.taken.sessionID ProjectDirectoryError.store.taken.projectID
            ProjectDirectoryError.store.taken.apiKey ProjectDirectoryError.store.taken.tenantID
            ProjectDirectoryError.store.taken.appID ProjectDirectoryError.store.taken.serviceAccount
            ProjectDirectoryError.store.taken.providerConfiguration ProjectDirectoryError.store.conflict
            ProviderAdministrationError.configurationExists ProviderAdministrationError.issuerInUse
            ProviderAdministrationError.tooMany ServiceAccountError.tooManyAccounts
            ServiceAccountError.tooManyKeys OutboxAdministrationError.inDelivery
            OutboxAdministrationError.linkExpired OutboxAdministrationError.notConfigured
            OutboxAdministrationError.service.userDisabled
        500 failed
            missingCode invalidCode expiredCode codeEmailMismatch missingNewEmail invalidNewEmail
            invalidContinueURL continueURLNotAllowed invalidPendingToken invalidProviderID
            missingProviderSubject wrongPassword invalidCredentials credentialMismatch invalidAccessToken
            invalidCustomToken accessTokenExpired invalidRefreshToken clientMismatch sessionEnded
            refreshTokenReused refreshTokenSuperseded recentSignInRequired provider.notConfigured
            provider.disabled provider.configurationChanged provider.unsupported provider.invalidCredential
            provider.invalidNonce provider.invalidState provider.rejectedByProvider provider.unavailable
            provider.busy phone.missingPhoneNumber phone.missingCode phone.wrongCode phone.missingSession
            phone.unknownSession phone.expiredSession phone.invalidProof phone.regionNotAllowed
            phone.gatewayNotConfigured store.unwritable store.damaged ProjectDirectoryError.keyUnusable
            ProjectDirectoryError.store.unwritable ProjectDirectoryError.store.damaged
            ProviderAdministrationError.directory.keyUnusable RedirectError.redirectURLNotAllowed
            RedirectError.invalidSessionID RedirectError.invalidState RedirectError.expired
            RedirectError.provider.disabled RedirectError.service.userDisabled ServiceAccountError.assertion
            ServiceAccountError.keyGeneration ServiceAccountError.store.damaged
            OutboxAdministrationError.notSent
        503 unavailable
            tooManyAttempts overloaded store.overloaded store.unavailable
            ProjectDirectoryError.store.overloaded ProjectDirectoryError.store.unavailable
        """
}
