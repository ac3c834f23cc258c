import CardeaPhoneNumbers
import Testing

@Suite("Phone numbers")
struct PhoneNumberTests {
    @Test(
        "a number is brought into E.164 form, and its region is found",
        arguments: [
            ("+16505553434", "+16505553434", "US"), ("+1 (650) 555-3434", "+16505553434", "US"),
            ("+1.650.555.3434", "+16505553434", "US"), ("+81 090-1234-5678", "+819012345678", "JP"),
            ("+8613812345678", "+8613812345678", "CN"), ("+82 10-1234-5678", "+821012345678", "KR"),
            ("+49 (0)151 12345678", "+4915112345678", "DE"), ("+442071838750", "+442071838750", "GB"),
            ("+18763334444", "+18763334444", "JM"), ("+80012345678", "+80012345678", "001"),
            ("+39 06 1234 5678", "+390612345678", "IT"),
        ]
    )
    func normalized(text: String, number: String, region: String) throws {
        let phone = try PhoneNumber(text)
        #expect(phone.description == number && phone.region == region && phone.isAssigned)
        #expect(try PhoneNumber(number) == phone)
    }

    @Test(
        "digits of other scripts are those of ASCII",
        arguments: [("＋１６５０５５５３４３４", "+16505553434"), ("+٩٦٦٥٠١٢٣٤٥٦٧", "+966501234567")]
    )
    func otherDigits(text: String, number: String) throws {
        #expect(try PhoneNumber(text).description == number)
    }

    @Test(
        "a number that earns by each message, or has no reader, reaches no person",
        arguments: [
            ("+16505553434", true), ("+819012345678", true), ("+80012345678", true), ("+441632960960", true),
            ("+19005551234", false), ("+448445551234", false), ("+447012345678", false),
        ]
    )
    func reachesPerson(text: String, expected: Bool) throws {
        #expect(try PhoneNumber(text).reachesPerson == expected)
    }

    @Test(
        "numbers of satellite phones, networks and services of no country have their own region",
        arguments: [
            "+80012345678", "+870773111632", "+878101234567890", "+881612345678", "+8821612345678",
            "+883510012345678", "+979123456789",
        ]
    )
    func noCountry(text: String) throws {
        #expect(try PhoneNumber(text).region == "001")
    }

    @Test("a number without + belongs to the given region, and is rejected without one")
    func local() throws {
        #expect(try PhoneNumber("090-1234-5678", region: "JP").description == "+819012345678")
        #expect(try PhoneNumber("+16505553434", region: "JP").region == "US")
        #expect(throws: PhoneNumberError.unknownCountry) { try PhoneNumber("09012345678") }
        for region in ["XX", "jp", "", "JPN", "日本", "J\0"] {
            #expect(throws: PhoneNumberError.unknownCountry) {
                try PhoneNumber("09012345678", region: region)
            }
        }
    }

    @Test("a number that no plan has is accepted, for plans get old, and is marked")
    func unassigned() throws {
        let phone = try PhoneNumber("+15555550100")
        #expect(phone.description == "+15555550100" && phone.region == "US" && !phone.isAssigned)
    }

    @Test(
        "a text that is not a phone number is rejected (security 20)",
        arguments: [
            ("", PhoneNumberError.malformed), ("+", .malformed), ("++16505553434", .malformed),
            ("+1650+5553434", .malformed), ("+1-800-FLOWERS", .malformed),
            ("+16505553434 ext 5", .malformed), ("tel:+16505553434", .malformed),
            ("+16505553434;isub=1", .malformed), ("+1650555343\0", .malformed), ("\0", .malformed),
            ("+1\t6505553434", .malformed), ("+1\u{202E}6505553434", .malformed),
            ("+½6505553434", .malformed),
            ("+一二三四五六七八九", .malformed), ("( ) - . /", .malformed), ("+999123456789", .unknownCountry),
            ("+0123456789", .unknownCountry), ("+1650555", .tooShort), ("+15550100", .tooShort),
            ("+165055534341", .tooLong), ("+1234567890123456789012345", .tooLong),
            (String(repeating: "1", count: 10_240), .tooLong),
            ("+" + String(repeating: "１", count: 3_400), .tooLong),
            (String(repeating: " ", count: 64), .malformed),
        ]
    )
    func rejected(text: String, error: PhoneNumberError) {
        #expect(throws: error) { try PhoneNumber(text) }
    }

    @Test("texts of random bytes are rejected or brought into E.164 form (security 22)")
    func random() throws {
        var generator = SystemRandomNumberGenerator()
        let alphabet = Array("+0123456789０٩ -.()/\u{0}\u{FF0B}x;é".unicodeScalars)
        for _ in 0..<3000 {
            var text = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0..<24, using: &generator) {
                text.append(alphabet[Int.random(in: 0..<alphabet.count, using: &generator)])
            }
            guard let phone = try? PhoneNumber(String(text), region: "DE") else { continue }
            let digits = phone.description.utf8.dropFirst()
            #expect(phone.description.hasPrefix("+") && (4...17).contains(digits.count), "\(text)")
            #expect(digits.allSatisfy { (48...57).contains($0) }, "\(text)")
        }
    }

    @Test("many tasks read numbers at the same time")
    func concurrent() async throws {
        try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<64 {
                group.addTask { try PhoneNumber("+1650555\(3400 + number)").description }
            }
            var found: Set<String> = []
            for try await number in group { found.insert(number) }
            #expect(found.count == 64)
        }
    }
}
