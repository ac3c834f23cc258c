import CardeaUserNames
import Testing

@Suite("User names")
struct UserNameTests {
    @Test(
        "a name is compared without case, width and composition (K3)",
        arguments: [
            ("ann", "ann"), ("Ann_Smith", "ann_smith"), ("ANN.SMITH-2", "ann.smith-2"), ("ＡＮＮ", "ann"),
            ("Straße", "strasse"), ("STRASSE", "strasse"), ("ﬁona", "fiona"), ("Ñandú", "ñandú"),
            ("N\u{303}andu\u{301}", "ñandú"), ("山田太郎", "山田太郎"), ("ﾔﾏﾀﾞ", "ヤマダ"), ("김철수", "김철수"),
            ("Юрий", "юрий"), ("ΣΊΣΥΦΟΣ", "σίσυφοσ"), ("σίσυφος", "σίσυφοσ"), ("an\u{AD}n", "ann"),
            ("an\u{200B}n", "ann"), ("ann\u{202E}", "ann"), ("٢bcd", nil), ("ab12", "ab12"), ("1a", "1a"),
            ("İpek", "i\u{307}pek"),
            ("東京taro", "東京taro"), ("Ⅷbc", "viiibc"), ("a²b", "a2b"),
        ] as [(String, String?)]
    )
    func normalized(text: String, name: String?) {
        let found = UserName(text)
        #expect(found?.description == name)
        if let name { #expect(UserName(name) == found) }
    }

    @Test(
        "a text that could be an address, a number, or another name is rejected (security 31)",
        arguments: [
            "", "a", "ann@example.com", "@ann", "+16505553434", "16505553434", "1-2-3", "ann smith", " ann",
            "ann\n", "ann\0", "ann:x", "EMAIL:a", "ann/..", "ann%20", "<ann>", "-ann", "ann-", ".ann", "_ann",
            "\u{301}ann", "аnn", "аnn_smith", "annα", "a💥b", "ann\u{E000}", "\u{378}ann",
            String(repeating: "a", count: 65), String(repeating: "ﷺ", count: 20),
            String(repeating: "a", count: 10_240), "١٢٣", "ann！", "…ann",
        ]
    )
    func rejected(text: String) { #expect(UserName(text) == nil) }

    @Test(
        "names that look alike have one skeleton; names that do not look alike have two (security 31)",
        arguments: [
            ("administrator", "admınistrator", true), ("administrator", "ɑdministrator", true),
            ("сора", "copa", true), ("llsa", "l1sa", true), ("corner", "comer", true),
            ("ann", "anna", false), ("ann.smith", "ann-smith", false), ("山田", "山口", false),
            ("jose", "josé", false), ("o0", "oo", false),
        ]
    )
    func skeletons(first: String, second: String, areAlike: Bool) throws {
        let names = try (#require(UserName(first)), #require(UserName(second)))
        #expect((names.0.skeleton == names.1.skeleton) == areAlike)
    }

    /// Names that keep a place beside an older name that looks alike are marked by it.
    @Test("no character of a name has the character = in its skeleton")
    func mark() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value), scalar.properties.isAlphabetic || value < 0x80,
                let name = UserName("a\(scalar)a")
            else { continue }
            #expect(!name.skeleton.utf8.contains(UInt8(ascii: "=")), "\(name)")
        }
    }

    @Test("names of random characters are rejected, or have a stable normal form (security 22)")
    func random() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<4000 {
            var text = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 1..<12, using: &generator) {
                let limit: UInt32 = Bool.random(using: &generator) ? 0x250 : 0x1_1000
                text.append(Unicode.Scalar(UInt32.random(in: 0..<limit, using: &generator)) ?? "a")
            }
            guard let name = UserName(String(text)) else { continue }
            #expect(UserName(name.description) == name, "\(text)")
            #expect(!name.description.utf8.contains(UInt8(ascii: "@")))
        }
    }
}
