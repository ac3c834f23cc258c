import CardeaMailDelivery
import Testing

@Suite("Messages")
struct MailMessageTests {
    private static func message(
        sender: String = "Shop",
        subject: String = "Hello",
        text: String = "Hello",
        html: String? = nil,
        language: String = "en"
    ) throws -> MailMessage {
        MailMessage(
            id: "id1",
            senderName: sender,
            sender: try #require(MailAddress("a@shop.example")),
            recipient: try #require(MailAddress("b@example.com")),
            subject: subject,
            text: text,
            html: html,
            language: language,
            date: 1_709_210_096_000
        )
    }

    private static func lines(_ message: MailMessage) -> [String] {
        String(decoding: message.content, as: UTF8.self).split(
            separator: "\r\n",
            omittingEmptySubsequences: false
        )
        .map(String.init)
    }

    @Test("a message has the fields of a machine's message, with its date in UTC")
    func fields() throws {
        let lines = Self.lines(try Self.message())
        let expected = [
            "Date: Thu, 29 Feb 2024 12:34:56 +0000", "From: \"Shop\"", " <a@shop.example>",
            "To: <b@example.com>", "Subject: Hello", "Message-ID: <id1@shop.example>",
            "Content-Language: en", "Auto-Submitted: auto-generated", "X-Auto-Response-Suppress: All",
            "MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8",
            "Content-Transfer-Encoding: quoted-printable", "", "Hello", "",
        ]
        #expect(lines == expected)
    }

    static let hostile = [
        "Shop\r\nBcc: eve@example.com", "Shop\nBcc: eve@example.com", "Shop\rBcc: eve@example.com",
        "Shop\u{85}Bcc: eve@example.com", "Shop\u{2028}Bcc: eve@example.com", "Shop\0\r\n\r\nbody",
        #"Shop" <eve@example.com>, ""#, "=?UTF-8?Q?Shop=0D=0ABcc:_eve?=", "日本\r\nBcc: eve@example.com",
    ]

    @Test("no text adds a header field or a recipient (security 31)", arguments: hostile)
    func injection(text: String) throws {
        let message = try Self.message(sender: text, subject: text, language: text)
        let header = Self.lines(message).prefix { !$0.isEmpty }
        let names = header.filter { !$0.hasPrefix(" ") }.map { $0.prefix { $0 != ":" } }
        #expect(
            names == [
                "Date", "From", "To", "Subject", "Message-ID", "Content-Language", "Auto-Submitted",
                "X-Auto-Response-Suppress", "MIME-Version", "Content-Type", "Content-Transfer-Encoding",
            ]
        )
        let allowed = message.content.allSatisfy { $0 == 13 || $0 == 10 || (32...126).contains($0) }
        #expect(allowed)
    }

    static let addresses = [
        "", "a", "@b.example", "a@", "a@b@c", "a b@c.example", "a@b.example\r\nRCPT TO:<eve@example.com>",
        "<a@b.example>", "a@b.example>", "a\"@b.example", "a@b.example,c@d.example", "ü@b.example",
    ]

    @Test("an address with syntax in it is rejected", arguments: addresses)
    func address(text: String) { #expect(MailAddress(text) == nil) }

    @Test("long texts in other languages have lines of at most 78 bytes", arguments: [1, 45, 46, 500])
    func lineLength(count: Int) throws {
        for character in ["é", "日", "👩🏽‍💻", "a", "=", " "] {
            let text = String(repeating: character, count: count)
            let lines = Self.lines(try Self.message(sender: text, subject: text, text: text, html: text))
            #expect(lines.allSatisfy { $0.utf8.count <= 78 })
        }
    }
}
