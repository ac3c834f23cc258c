import CardeaIdentityDomain
import CardeaOperations
import CardeaSettings

/// The rules for new passwords of a project or a tenant, as administrators set them.
struct PasswordPolicyConfig: ResourceMessage {
    enum EnforcementState: String, WireEnum {
        case unspecified = "PASSWORD_POLICY_ENFORCEMENT_STATE_UNSPECIFIED"
        case off = "OFF"
        case enforce = "ENFORCE"
    }

    struct PasswordPolicyVersion: ResourceMessage {
        var customStrengthOptions: PasswordStrengthOptions?
        var schemaVersion: Int64?

        static let fields = ResourceTable<Self> {
            ResourceField(\.customStrengthOptions, "The rules.")
            ResourceField(\.schemaVersion, 0...Int64.max, "Ignored.")
            ResourceField(ignored: "allowedNonAlphanumericCharacters")
        }
    }

    var passwordPolicyEnforcementState: EnforcementState?
    var passwordPolicyVersions: [PasswordPolicyVersion]?
    var forceUpgradeOnSignin: Bool?

    static let fields = ResourceTable<Self> {
        ResourceField(\.passwordPolicyEnforcementState, "Whether the rules apply.")
        ResourceField(\.passwordPolicyVersions, .count(1, each: NoLimit()), "The rules, in a list of one.")
        ResourceField(
            \.forceUpgradeOnSignin,
            "Whether a sign-in with a password that breaks the rules is rejected."
        )
        ResourceField(ignored: "lastUpdateTime")
    }
}

/// The rules for new passwords.
struct PasswordStrengthOptions: ResourceMessage {
    var minPasswordLength: Int64?
    var maxPasswordLength: Int64?
    var containsLowercaseCharacter: Bool?
    var containsUppercaseCharacter: Bool?
    var containsNumericCharacter: Bool?
    var containsNonAlphanumericCharacter: Bool?

    static let fields = ResourceTable<Self> {
        ResourceField(
            \.minPasswordLength,
            1...4096,
            "Smallest number of characters.",
            else: "INVALID_CONFIG : minPasswordLength must be from 1 to 4096"
        )
        ResourceField(
            \.maxPasswordLength,
            6...4096,
            "Largest number of characters.",
            else: "INVALID_CONFIG : maxPasswordLength must be from 6 to 4096"
        )
        ResourceField(\.containsLowercaseCharacter, "Whether a small letter is needed.")
        ResourceField(\.containsUppercaseCharacter, "Whether a capital letter is needed.")
        ResourceField(\.containsNumericCharacter, "Whether a digit is needed.")
        ResourceField(\.containsNonAlphanumericCharacter, "Whether a symbol is needed.")
    }

    init() {}

    init(_ policy: PasswordPolicy) {
        minPasswordLength = Int64(policy.effectiveMinimum)
        maxPasswordLength = Int64(policy.maximumLength)
        containsLowercaseCharacter = policy.requiresLowercase
        containsUppercaseCharacter = policy.requiresUppercase
        containsNumericCharacter = policy.requiresDigit
        containsNonAlphanumericCharacter = policy.requiresSymbol
    }
}

extension PasswordPolicyConfig {
    init(_ policy: PasswordPolicy) {
        var version = PasswordPolicyVersion()
        version.customStrengthOptions = PasswordStrengthOptions(policy)
        version.schemaVersion = 1
        passwordPolicyEnforcementState = policy.enforced ? .enforce : .off
        passwordPolicyVersions = [version]
        forceUpgradeOnSignin = policy.checkedAtSignIn
    }

    /// The fields of a message that has this configuration, as settings.
    static func settings<Message: ResourceMessage>(
        of config: @escaping @Sendable (Message) -> PasswordPolicyConfig?
    ) -> [PolicyField<Message>] {
        let name = "passwordPolicyConfig"
        let options = { @Sendable (message: Message) in
            config(message)?.passwordPolicyVersions?.first?.customStrengthOptions
        }
        func option(
            _ key: String,
            _ value: @escaping @Sendable (PasswordStrengthOptions) -> SettingValue?
        ) -> PolicyField<Message> {
            PolicyField("\(name).passwordPolicyVersions", "passwords.\(key)") { options($0).flatMap(value) }
        }
        return [
            PolicyField("\(name).passwordPolicyEnforcementState", "passwords.enforced") { message in
                switch config(message)?.passwordPolicyEnforcementState {
                case .enforce: .boolean(true)
                case .off: .boolean(false)
                case .unspecified, nil: nil
                }
            },
            PolicyField("\(name).forceUpgradeOnSignin", "passwords.checkedAtSignIn") {
                config($0)?.forceUpgradeOnSignin.map(SettingValue.boolean)
            },
            option("minimumLength") { $0.minPasswordLength.map { .integer(Int($0)) } },
            option("maximumLength") { $0.maxPasswordLength.map { .integer(Int($0)) } },
            option("requiresLowercase") { $0.containsLowercaseCharacter.map(SettingValue.boolean) },
            option("requiresUppercase") { $0.containsUppercaseCharacter.map(SettingValue.boolean) },
            option("requiresDigit") { $0.containsNumericCharacter.map(SettingValue.boolean) },
            option("requiresSymbol") { $0.containsNonAlphanumericCharacter.map(SettingValue.boolean) },
        ]
    }
}
