import CardeaEncodings
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaIdentityWire
import CardeaOperations
import CardeaSettings

/// Sign-in by a code that is sent to a phone number.
struct PhoneNumberConfig: ResourceMessage {
    var enabled: Bool?
    var testPhoneNumbers: [ExactText: String]?

    static let fields = ResourceTable<Self> {
        ResourceField(\.enabled, "Whether users may sign in by a code that is sent to their phone number.")
        ResourceField(
            \.testPhoneNumbers,
            TestPhoneNumbers.limit,
            "Phone numbers for tests, each with its code of six digits. Nothing is sent to them.",
            else: "INVALID_TESTING_PHONE_NUMBER"
        )
    }
}

extension PhoneNumberConfig {
    init(_ policy: Policy) {
        enabled = policy.signIn.allowsPhone
        testPhoneNumbers = TestPhoneNumbers.map(policy.phone)
    }
}

/// Phone numbers for tests with their codes.
enum TestPhoneNumbers {
    static let limit = MapLimit.count(100, each: TextLimit.bytes(16))

    static func map(_ policy: PhonePolicy) -> [ExactText: String] {
        Dictionary(policy.testCodes.map { ($0.exact, $1) }) { first, _ in first }
    }

    /// - Throws: `INVALID_TESTING_PHONE_NUMBER`.
    static func validate(_ numbers: [ExactText: String]?) throws(IdentityToolkitError) {
        var seen: Set<ExactText> = []
        for (number, code) in numbers ?? [:] {
            let number = normalized(number.wrappedValue)
            // A second code would never work.
            guard PhonePolicy.testNumber(number, code: code) != nil, seen.insert(number.exact).inserted else {
                throw IdentityToolkitError(.invalidTestingPhoneNumber)
            }
        }
    }

    /// The setting for numbers and their codes.
    @Sendable static func setting(_ numbers: [ExactText: String]) -> SettingValue {
        .list(numbers.map { "\(normalized($0.wrappedValue))=\($1)" }.sorted())
    }

    /// A number in the form in which numbers are stored; the text itself if it is not a number.
    private static func normalized(_ number: String) -> String {
        PhonePolicy.storedForm(ofNumber: number) ?? number
    }
}
