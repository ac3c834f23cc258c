import CardeaAdminAPI
import CardeaIdentityService
import CardeaSecrets
import Testing

@Suite("Secrets of management messages")
struct SecrecyTests {
    @Test(
        "messages do not print the secret of a provider, an ID token or the hash of a password (security 23)"
    )
    func messages() throws {
        var provider = ProviderResource()
        provider.secret = "very secret"
        var trial = ProviderTrialRequest()
        trial.idToken = "very secret"
        var user = UserRecord(id: "1")
        user.password = .hash("very secret")
        for message in [provider, trial, UserLine(user)] as [Any] {
            var text = "\(message)" + String(reflecting: message)
            dump(message, to: &text)
            #expect(!text.contains("very secret") && text.contains("<secret>"))
        }
    }
}
