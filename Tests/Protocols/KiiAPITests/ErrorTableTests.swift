import APITestSupport
import CardeaHTTPRouting
import Testing

@testable import CardeaKiiAPI

@Suite("The error of each use case")
struct ErrorTableTests {
    @Test("each error of a use case has its status and code, and reveals nothing of the server (security 23)")
    func table() {
        #expect(ErrorSamples.table { error in KiiError(describing: error).response } == Self.table)
    }

    private static let table = """
        400 invalid_grant
            input.invalidEmail input.invalidPhoneNumber input.invalidUserName password.requirements
            user.notFound user.disabled credential.emailNotFound credential.wrongPassword credential.invalid
            token.accessTokenExpired token.invalidRefreshToken token.clientMismatch token.sessionEnded
            token.sessionEvicted token.sessionIdle token.unknownSession token.refreshTokenReused
            token.refreshTokenSuperseded rule.passwordSignInOff rule.operationNotAllowed
            rule.administratorOnly rule.sessionLimitReached scope.tenantMismatch scope.tenantNotFound
            scope.tenantDisabled scope.projectMismatch
        400 invalid_request
            input.missingEmail input.invalidPhotoURL input.invalidDisplayName input.invalidClaims
            input.claimsTooLarge input.forbiddenClaim input.invalidLifetime input.missingUserID
            input.invalidText input.invalidDevice password.missing password.tooShort password.common
            password.tooLong code.missing code.invalid code.expired code.emailMismatch code.missingNewEmail
            code.invalidNewEmail code.invalidContinueURL code.continueURLNotAllowed code.mailNotConfigured
            phone.missingPhoneNumber phone.missingCode phone.wrongCode phone.missingSession
            phone.unknownSession phone.expiredSession phone.invalidProof phone.regionNotAllowed
            phone.gatewayNotConfigured provider.notConfigured provider.disabled
            provider.configurationChanged provider.unsupported provider.invalidCredential
            provider.invalidNonce provider.invalidState provider.rejectedByProvider provider.unavailable
            provider.busy link.invalidPendingToken link.invalidProviderID link.missingProviderSubject
            link.identityTaken link.providerAlreadyLinked user.emailExists user.phoneNumberExists
            user.userNameExists user.idExists credential.mismatch credential.tooOld token.invalidAccessToken
            token.invalidCustomToken rule.unverifiedEmailChange store.invalidText
        429 temporarily_unavailable
            tooManyAttempts
        500 server_error
            store.taken.userID store.taken.email store.taken.phoneNumber store.taken.identity
            store.taken.userName store.taken.sessionID store.taken.projectID store.taken.apiKey
            store.taken.tenantID store.taken.appID store.taken.serviceAccount
            store.taken.providerConfiguration store.damaged ProjectDirectoryError.keyUnusable
            ProjectDirectoryError.invalidProjectID ProjectDirectoryError.unknownProject
            ProjectDirectoryError.projectInDeletion ProjectDirectoryError.onlyProject
            ProjectDirectoryError.invalidTenantID ProjectDirectoryError.tenantInDeletion
            ProjectDirectoryError.invalidSetting ProjectDirectoryError.store.taken.userID
            ProjectDirectoryError.store.taken.email ProjectDirectoryError.store.taken.phoneNumber
            ProjectDirectoryError.store.taken.identity ProjectDirectoryError.store.taken.userName
            ProjectDirectoryError.store.taken.sessionID ProjectDirectoryError.store.taken.projectID
            ProjectDirectoryError.store.taken.apiKey ProjectDirectoryError.store.taken.tenantID
            ProjectDirectoryError.store.taken.appID ProjectDirectoryError.store.taken.serviceAccount
            ProjectDirectoryError.store.taken.providerConfiguration ProjectDirectoryError.store.conflict
            ProjectDirectoryError.store.invalidText ProjectDirectoryError.store.overloaded
            ProjectDirectoryError.store.unwritable ProjectDirectoryError.store.damaged
            ProjectDirectoryError.store.unavailable ProviderAdministrationError.unknownProvider
            ProviderAdministrationError.unknownConfiguration ProviderAdministrationError.configurationExists
            ProviderAdministrationError.issuerInUse ProviderAdministrationError.problem.missingClientID
            ProviderAdministrationError.problem.missingIssuer
            ProviderAdministrationError.problem.invalidDisplayName
            ProviderAdministrationError.problem.invalid ProviderAdministrationError.tooMany
            ProviderAdministrationError.directory.keyUnusable RedirectError.redirectURLNotAllowed
            RedirectError.invalidSessionID RedirectError.invalidState RedirectError.expired
            RedirectError.provider.disabled RedirectError.service.user.disabled
            ServiceAccountError.invalidName ServiceAccountError.unknownAccount
            ServiceAccountError.unknownKey ServiceAccountError.tooManyAccounts
            ServiceAccountError.tooManyKeys ServiceAccountError.assertion ServiceAccountError.keyGeneration
            ServiceAccountError.store.damaged OutboxAdministrationError.unknownMail
            OutboxAdministrationError.inDelivery OutboxAdministrationError.linkExpired
            OutboxAdministrationError.notConfigured OutboxAdministrationError.invalidAddress
            OutboxAdministrationError.invalidTemplate OutboxAdministrationError.notSent
            OutboxAdministrationError.service.user.disabled
        503 temporarily_unavailable
            overloaded store.conflict store.overloaded store.unwritable store.unavailable
        """
}
