import CardeaIdentityDomain
import Testing

@Suite("The proofs of a session")
struct AuthenticationTests {
    private static let google = ProviderID(rawValue: "google.com").map(SignInMethod.provider) ?? .anonymous

    @Test("a new proof by the same method replaces the former, and becomes the newest")
    func repeated() {
        var authentication = Authentication()
        authentication.add(.password, at: Timestamp(seconds: 1))
        authentication.add(.phone, at: Timestamp(seconds: 2))
        authentication.add(.password, at: Timestamp(seconds: 3))
        #expect(authentication.proofs.map(\.method) == [.textMessage, .password])
        #expect(authentication.proofs.map(\.at.seconds) == [2, 3])
    }

    @Test(
        "a proof of one factor has the level aal1, and a guest or a custom token has no level",
        arguments: [
            (.password, "aal1"), (.emailLink, "aal1"), (.phone, "aal1"), (google, "aal1"),
            (.customToken, nil), (.anonymous, nil),
        ] as [(SignInMethod, String?)]
    )
    func level(method: SignInMethod, expected: String?) {
        var authentication = Authentication()
        authentication.add(method, at: Timestamp(seconds: 1))
        #expect(authentication.level?.rawValue == expected)
    }

    @Test("the stored form keeps every proof with its time")
    func storedForm() throws {
        var authentication = Authentication()
        for (index, method) in [SignInMethod.password, .phone, .emailLink, Self.google, .customToken]
            .enumerated()
        {
            authentication.add(method, at: Timestamp(milliseconds: 1_700_000_000_123 + Int64(index)))
        }
        #expect(authentication.rawValue.hasPrefix("pwd 1700000000123,sms 1700000000124"))
        #expect(Authentication(rawValue: authentication.rawValue) == authentication)
        #expect(Authentication(rawValue: "") == Authentication())
    }

    @Test(
        "a damaged stored form is not read",
        arguments: ["pwd", "pwd x", "pin 1", "pwd 1 2", "pwd 1,sms"]
    )
    func damaged(text: String) { #expect(Authentication(rawValue: text) == nil) }

    @Test(
        "a session that was stored without proofs has the proof of its sign-in method",
        arguments: [
            ("password", .password), ("phone", .textMessage), ("custom", .customToken),
            ("google.com", .federation), ("oidc.shop", .federation), ("anonymous", nil), ("kept", nil),
        ] as [(String, Authentication.Method?)]
    )
    func former(signInProvider: String, expected: Authentication.Method?) {
        let authentication = Authentication(ofSignInProvider: signInProvider, at: Timestamp(seconds: 9))
        #expect(authentication.proofs.map(\.method) == [expected].compactMap(\.self))
        #expect(authentication.proofs.allSatisfy { $0.at == Timestamp(seconds: 9) })
    }
}
