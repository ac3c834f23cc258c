import CardeaSecrets
import Foundation
import Testing

@Suite("Secrets")
struct SecretTests {
    /// A record as use cases have them.
    private struct Holder {
        let name = "ada"
        let password: Secret? = "correct horse"
        let tokens = ["token": Secret("correct horse")]
        let nested = Nested()
        @Unprinted var hash = "correct horse"
        enum Kind { case password(Secret) }
        let kind = Kind.password("correct horse")
    }

    private struct Nested: Redacted {
        let bytes = Array("correct horse".utf8)
        let text = "correct horse"
    }

    /// Each way to print a value.
    private func prints(_ value: some Any) -> [String] {
        var dumped = ""
        dump(value, to: &dumped)
        var printed = ""
        print(value, to: &printed)
        debugPrint(value, to: &printed)
        let reflected = Mirror(reflecting: value).children.map { "\($0.value)" }
        return ["\(value)", String(describing: value), String(reflecting: value), dumped, printed] + reflected
    }

    @Test("printing a secret, or a value that contains it, never shows it (security 23)")
    func printing() {
        let secret = Secret("correct horse")
        let values: [Any] = [
            secret, Optional(secret) as Any, [secret], ["password": secret], (secret, 1), Holder(), Nested(),
            Result<Secret, any Error>.success(secret),
        ]
        let bytes = "\(Array("correct".utf8).map(Int.init))".dropFirst().dropLast()
        for value in values {
            for text in prints(value) {
                #expect(!text.contains("correct") && !text.contains("horse") && !text.contains(bytes))
            }
        }
        // The method of the test is right: what is not a secret is shown.
        #expect(prints(Holder()).allSatisfy { $0.contains("ada") || !$0.contains("name") })
        #expect("\(Holder())".contains("ada") && String(describing: secret) == "<secret>")
    }

    @Test("an error of a decoder does not show the secret (security 23)")
    func decoding() throws {
        struct Message: Codable {
            let password: Secret
            let count: Int
        }
        let good = try JSONDecoder().decode(
            Message.self,
            from: Data(#"{"password":"correct horse","count":1}"#.utf8)
        )
        #expect(good.password.reveal() == "correct horse")
        #expect(String(decoding: try JSONEncoder().encode(good), as: UTF8.self).contains("correct horse"))
        let bad = Data(#"{"password":"correct horse","count":"x"}"#.utf8)
        let error = #expect(throws: DecodingError.self) { try JSONDecoder().decode(Message.self, from: bad) }
        #expect(!"\(String(describing: error))".contains("correct horse"))
    }

    @Test("a secret returns its text, its bytes and whether it is empty")
    func reading() {
        #expect(Secret("pä").reveal() == "pä" && Array(Secret("pä").utf8) == [0x70, 0xC3, 0xA4])
        #expect(Secret("").isEmpty && !Secret("x").isEmpty)
    }
}
