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
            input.missingEmail input.invalidEmail input.invalidPhoneNumber input.invalidUserName
            input.invalidPhotoURL input.invalidDisplayName input.invalidClaims input.claimsTooLarge
            input.forbiddenClaim input.invalidLifetime input.missingUserID input.invalidText
            input.invalidDevice password.missing password.tooShort password.requirements password.common
            password.tooLong store.invalidText ProjectDirectoryError.invalidProjectID
            ProjectDirectoryError.invalidTenantID ProjectDirectoryError.invalidSetting
            ProjectDirectoryError.store.invalidText ProviderAdministrationError.unknownProvider
            ProviderAdministrationError.problem.missingClientID
            ProviderAdministrationError.problem.missingIssuer
            ProviderAdministrationError.problem.invalidDisplayName
            ProviderAdministrationError.problem.invalid ServiceAccountError.invalidName
            OutboxAdministrationError.invalidAddress OutboxAdministrationError.invalidTemplate
        404 notFound
            user.notFound credential.emailNotFound scope.tenantMismatch scope.tenantNotFound
            scope.projectMismatch ProjectDirectoryError.unknownProject
            ProviderAdministrationError.unknownConfiguration ServiceAccountError.unknownAccount
            ServiceAccountError.unknownKey OutboxAdministrationError.unknownMail
        409 conflict
            code.mailNotConfigured link.identityTaken link.providerAlreadyLinked user.emailExists
            user.phoneNumberExists user.userNameExists user.idExists user.disabled rule.passwordSignInOff
            rule.operationNotAllowed rule.unverifiedEmailChange rule.administratorOnly
            rule.sessionLimitReached scope.tenantDisabled store.taken.userID store.taken.email
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
            OutboxAdministrationError.service.user.disabled
        500 failed
            code.missing code.invalid code.expired code.emailMismatch code.missingNewEmail
            code.invalidNewEmail code.invalidContinueURL code.continueURLNotAllowed phone.missingPhoneNumber
            phone.missingCode phone.wrongCode phone.missingSession phone.unknownSession phone.expiredSession
            phone.invalidProof phone.regionNotAllowed phone.gatewayNotConfigured provider.notConfigured
            provider.disabled provider.configurationChanged provider.unsupported provider.invalidCredential
            provider.invalidNonce provider.invalidState provider.rejectedByProvider provider.unavailable
            provider.busy link.invalidPendingToken link.invalidProviderID link.missingProviderSubject
            credential.wrongPassword credential.invalid credential.mismatch credential.tooOld
            token.invalidAccessToken token.invalidCustomToken token.accessTokenExpired
            token.invalidRefreshToken token.clientMismatch token.sessionEnded token.sessionEvicted
            token.sessionIdle token.unknownSession token.refreshTokenReused token.refreshTokenSuperseded
            store.unwritable store.damaged ProjectDirectoryError.keyUnusable
            ProjectDirectoryError.store.unwritable ProjectDirectoryError.store.damaged
            ProviderAdministrationError.directory.keyUnusable RedirectError.redirectURLNotAllowed
            RedirectError.invalidSessionID RedirectError.invalidState RedirectError.expired
            RedirectError.provider.disabled RedirectError.service.user.disabled
            ServiceAccountError.assertion ServiceAccountError.keyGeneration
            ServiceAccountError.store.damaged OutboxAdministrationError.notSent
        503 unavailable
            tooManyAttempts overloaded store.overloaded store.unavailable
            ProjectDirectoryError.store.overloaded ProjectDirectoryError.store.unavailable
        """
}
