import CardeaIdentityDomain
import Testing

@Suite("Identifiers")
struct IdentifierTests {
    private static func isApart<ID: Hashable>(_ make: (String) -> ID?, _ one: String, _ other: String) -> Bool
    {
        guard let one = make(one), let other = make(other) else { return false }
        return one != other && Set([one, other]).count == 2 && [one: 1, other: 2][one] == 1
    }

    @Test(
        "identifiers that differ in their bytes are apart, also if the texts are canonically equal",
        arguments: [
            ("caf\u{E9}", "cafe\u{301}"), ("K", "\u{212A}"), ("\u{3A9}", "\u{2126}"), (";", "\u{37E}"),
            ("a\u{600}", "a"),
        ]
    )
    func bytes(one: String, other: String) throws {
        let provider = try #require(ProviderID(rawValue: "google.com"))
        #expect(Self.isApart(UserID.init, one, other))
        #expect(Self.isApart(ProjectID.init, one, other))
        #expect(Self.isApart(TenantID.init, one, other))
        #expect(Self.isApart(AppID.init, one, other))
        #expect(Self.isApart(MailID.init, one, other))
        #expect(Self.isApart(TextMessageID.init, one, other))
        #expect(Self.isApart({ ProviderSubject(provider, $0) }, one, other))
        #expect(Self.isApart({ ServiceAccountID(project: ProjectID(rawValue: "p"), name: $0) }, one, other))
        #expect(Self.isApart({ UserPool(project: ProjectID(rawValue: $0)) }, one, other))
    }
}
