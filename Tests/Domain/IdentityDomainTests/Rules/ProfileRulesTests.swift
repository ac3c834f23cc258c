import CardeaIdentityDomain
import Testing

@Suite("Rules for values")
struct ProfileRulesTests {
    @Test(
        "photo URLs are absolute web addresses",
        arguments: [
            ("https://example.com/a.png", true), ("HTTP://x", true), ("https://", false), ("http:/x", false),
            ("javascript:alert(1)", false), ("data:image/png;base64,x", false), ("https://a b", false),
            ("https://a\nb", false), ("", false), ("https://" + String(repeating: "a", count: 2040), true),
            ("https://" + String(repeating: "a", count: 2041), false),
        ]
    )
    func photoURL(text: String, good: Bool) { #expect(ProfileRules.isPhotoURL(text) == good) }

    @Test(
        "phone numbers are E.164",
        arguments: [
            ("+819012345678", true), ("+1234567", true), ("+123456", false), ("+0123456789", false),
            ("819012345678", false), ("+1234567890123456", false), ("+12345a789", false), ("+", false),
            ("", false),
        ]
    )
    func phoneNumber(text: String, good: Bool) { #expect(ProfileRules.isPhoneNumber(text) == good) }

    @Test("display names have at most 256 characters, as a reader counts them")
    func displayName() {
        #expect(ProfileRules.isDisplayName(String(repeating: "é", count: 256)))
        #expect(!ProfileRules.isDisplayName(String(repeating: "x", count: 257)))
    }
}
