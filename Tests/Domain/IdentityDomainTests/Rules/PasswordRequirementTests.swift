import CardeaIdentityDomain
import Testing

@Suite("Rules for passwords")
struct PasswordRequirementTests {
    private static let strict = {
        var policy = PasswordPolicy()
        policy.maximumLength = 12
        policy.requiresLowercase = true
        policy.requiresUppercase = true
        policy.requiresDigit = true
        policy.requiresSymbol = true
        return policy
    }()

    @Test(
        "a password breaks the rules that it does not follow, in their order",
        arguments: [
            ("Str0ng-enough", [.atMost(12)]), ("Str0ng-pass", []), ("str0ng-pass", [.uppercase]),
            ("STR0NG-PASS", [.lowercase]), ("Strong-pass", [.digit]), ("Str0ngpass", [.symbol]),
            ("Str0ng pass", [.symbol]), ("Str0ng§pass", [.symbol]), ("Ärger-3ß", []),
            ("a", [.atLeast(8), .uppercase, .digit, .symbol]),
            ("", [.atLeast(8), .lowercase, .uppercase, .digit, .symbol]),
        ] as [(String, [PasswordRequirement])]
    )
    func strict(_ password: String, _ missing: [PasswordRequirement]) {
        #expect(Self.strict.requirements(missingFrom: password) == missing)
    }

    @Test("without enforcement, six characters are enough", arguments: [(4, 4), (8, 6), (20, 6)])
    func unenforced(_ minimum: Int, _ effective: Int) {
        var policy = Self.strict
        policy.minimumLength = minimum
        policy.enforced = false
        #expect(policy.effectiveMinimum == effective)
        let enough = String(repeating: "x", count: effective)
        #expect(policy.requirements(missingFrom: enough + String(repeating: "x", count: 100)).isEmpty)
        #expect(policy.requirements(missingFrom: String(enough.dropFirst())) == [.atLeast(effective)])
    }

    @Test("the least length must not be greater than the greatest")
    func contradiction() {
        var policy = Policy()
        policy.passwords.maximumLength = 6
        #expect(policy.problems.count == 1)
        policy.passwords.minimumLength = 6
        #expect(policy.problems.isEmpty)
    }
}
