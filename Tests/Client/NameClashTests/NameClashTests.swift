import Alamofire
import Cardea
import CardeaAdmin
import CardeaSession
import CardeaTesting
import FirebaseAuth
import Foundation
import HTTPTypes
import Testing

/// A program that uses Alamofire, FirebaseAuth or swift-http-types as well names no module: the test is that this file compiles.
struct NameClashTests {
    @Test("the names of this package are unambiguous beside Alamofire, FirebaseAuth and swift-http-types")
    func names() throws {
        let types: [Any.Type] = [
            AccountList.self, ActionCodeDetails.self, ActionLink.self, ActionLinkSettings.self,
            AdminClient.self, AdminError.self, AdminServer.self, ImportedUser.self, PasswordHashFormat.self,
            ServiceAccountKey.self, Tenant.self, TenantChanges.self, UserChanges.self, UserImportFailure.self,
            UserOrder.self, UserPage.self, UserRecord.self, UserSequence.self, VerifiedToken.self,
            ExternalUserAgent.self, IDTokenResult.self, IdentityProvider.self, LinkedProvider.self,
            PhoneVerification.self, ProfileChange<String>.self,
            ProviderConflict.self, ProviderCredential.self,
            ProviderTokens.self, SignInNonce.self,
            AuthorizationCodeFlow.self, AuthorizationServer.self, CardeaClient.self,
            CardeaError.self, CardeaEvent.self, CardeaModel.self, CardeaRequest.self, CardeaResponse.self,
            CardeaState.self, CardeaUser.self, ClientAuthentication.self,
            CredentialRecord.self, CredentialRevoker.self, DPoP.self, EncryptedFileStore.self,
            ExclusiveAccess.self,
            HTTPBytes.self, HTTPContent.self, HTTPStreamedResponse.self,
            HeaderFields.self, InMemoryStore.self,
            RefreshAhead.self, RefreshAttempt.self, RefreshFailure.self,
            RefreshOutcome.self, RefreshScheme.self, RequestMethod.self,
            RequestOptions.self,
            RequestRetries.self, ResponseClassification.self, ResponseCode.self, ResponseRule.self,
            RetrySchedule.self, ServerAddress.self, ServerSentEvent.self, SessionAccounts.self,
            SessionConfiguration.self, SessionCredential.self, SessionEngine.self, SessionError.self,
            SessionEvent.self, SessionModel.self, SessionObservation.self, SessionSecret.self,
            SessionState.self, SessionTrace.self, SignInError.self, SignOutReason.self, SignOutResult.self,
            SignOutScope.self, StepUpChallenge.self, StoreError.self, TestLatch.self, TokenChangeCause.self,
            TokenFields.self, TokenPlacement.self, TransferProgress.self,
            TransportError.self, UserProfile.self, WebOrigin.self,
            (any CredentialRefresher).self,
            (any CredentialStore).self,
            (any HTTPTransport).self, (any RequestAuthorizer).self,
            (any SessionClock).self, (any StoreKeySource).self,
        ]
        #expect(Set(types.map(String.init(reflecting:))).count == types.count)
    }

    @Test("an app sends a request without naming a module")
    func request() throws {
        let url = try #require(URL(string: "https://api.example.com/orders"))
        var request = CardeaRequest(.get, url, fields: [.accept: "application/json"])
        request.fields["x-client"] = "test"
        #expect(request.method == .get && request.fields.count == 2)
        #expect(SessionConfiguration(origin: url).origins == [try #require(WebOrigin(url))])
    }
}
