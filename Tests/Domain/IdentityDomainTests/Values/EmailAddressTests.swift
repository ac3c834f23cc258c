import CardeaIdentityDomain
import Testing

@Suite("E-mail addresses")
struct EmailAddressTests {
    @Test(
        "an address of the usual form is accepted, in lower case",
        arguments: [
            "ann@example.com", "Ann.Bee+tag@Mail.Example.COM", "o'hara&co@example.com",
            "a..b.@docomo.example",
            "a=b@example.com", "a?b@example.com", "x_y-z~#$*/^`{|}@example.com",
        ]
    )
    func accepted(_ text: String) {
        #expect(EmailAddress(text)?.description == text.lowercased())
    }

    @Test(
        "a local part that mail software may read as another address is rejected",
        arguments: [
            "=?utf-8?q?victim?=@example.com", "=?utf-8?q?victim=40evil.example=3e=00?=@example.com",
            "a=?b@example.com", "victim%evil.example@example.com", "evil.example!victim@example.com",
            "\"ann\"@example.com", "ann(comment)@example.com", "@evil.example:ann@example.com",
            "ann@evil.example@example.com", "ann,bob@example.com", "ann;bob@example.com", "a<b>@example.com",
            "ann\\@example.com", "a b@example.com", "ann\r\n@example.com", "ann\0@example.com",
        ]
    )
    func rejected(_ text: String) {
        #expect(EmailAddress(text) == nil)
    }

    @Test("a domain needs two labels of letters, digits and hyphens")
    func domains() {
        for domain in [
            "localhost", "example..com", "-a.example", "a-.example", "exa_mple.com", "[192.0.2.1]",
        ] {
            #expect(EmailAddress("ann@\(domain)") == nil, "\(domain)")
        }
    }
}
