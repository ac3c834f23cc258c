import CardeaHTTPMessages
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaOperations

/// The part of a project that an app can read before a user has signed in.
extension ToolkitOperation {
    static var getProject: Self {
        Operation(
            "projects.get",
            "Returns the number of the app's project.",
            method: .get,
            paths: [.identityToolkit("/v1/projects")] + .relyingParty("getProjectConfig"),
            by: [.app]
        ) { (call, _: NoInput) in
            ProjectInfo(
                projectId: String(call.caller.project.number),
                authorizedDomains: call.caller.policy.codes.domains(server: call.services.projects.publicURL)
            )
        }
    }

    static var getPasswordPolicy: Self {
        Operation(
            "projects.getPasswordPolicy",
            "Returns the rules for new passwords.",
            method: .get,
            paths: [.identityToolkit("/v2/passwordPolicy")],
            by: [.app]
        ) { (call, _: NoInput) in
            PasswordRules(call.caller.policy.passwords)
        }
    }

    static var getRecaptchaParams: Self {
        Operation(
            "projects.getRecaptchaParams",
            "Returns a site key without effect, which SDKs demand: the server uses no reCAPTCHA.",
            method: .get,
            paths: [.identityToolkit("/v1/recaptchaParams")] + .relyingParty("getRecaptchaParam"),
            by: [.app]
        ) { (call, _: NoInput) in
            RecaptchaParams(
                recaptchaStoken: call.emulates(.recaptchaParameters) ? "emulator-has-no-recaptcha-token" : nil
            )
        }
    }

    static var getRecaptchaConfig: Self {
        Operation(
            "projects.getRecaptchaConfig",
            "Returns a configuration in which no operation demands reCAPTCHA Enterprise.",
            method: .get,
            paths: [.identityToolkit("/v2/recaptchaConfig")],
            by: [.app]
        ) { (call, _: NoInput) in
            // SDKs demand the name of a key in this form; the key does not exist.
            RecaptchaConfig(recaptchaKey: "projects/\(call.caller.project.id.rawValue)/keys/")
        }
    }
}

struct ProjectInfo: OutputMessage {
    let projectId: String
    let authorizedDomains: [String]

    static let outputFields = OutputTable<Self> {
        OutputField(\.projectId, "Number of the project.")
        OutputField(\.authorizedDomains, "Domains that links in e-mails may continue to.")
    }
}

/// The rules for new passwords, for apps that check a password before they send it.
struct PasswordRules: OutputMessage {
    let customStrengthOptions: PasswordStrengthOptions
    let schemaVersion = 1
    let allowedNonAlphanumericCharacters = PasswordPolicy.symbols.map(String.init).sorted()
    let enforcementState: PasswordPolicyConfig.EnforcementState
    let forceUpgradeOnSignin: Bool

    init(_ policy: PasswordPolicy) {
        customStrengthOptions = PasswordStrengthOptions(policy)
        enforcementState = policy.enforced ? .enforce : .off
        forceUpgradeOnSignin = policy.checkedAtSignIn
    }

    static let outputFields = OutputTable<Self> {
        OutputField(\.customStrengthOptions, "The rules.")
        OutputField(\.schemaVersion, "Version of this message.")
        OutputField(\.allowedNonAlphanumericCharacters, "Characters that count as symbols.")
        OutputField(\.enforcementState, "Whether the rules apply.")
        OutputField(
            \.forceUpgradeOnSignin,
            "Whether a sign-in with a password that breaks the rules is rejected."
        )
    }
}

struct RecaptchaParams: OutputMessage {
    let kind = "identitytoolkit#GetRecaptchaParamResponse"
    var recaptchaStoken: String?
    /// Google's JavaScript SDK sends no text message without one.
    ///
    /// No service of reCAPTCHA knows it.
    let recaptchaSiteKey = "this-server-has-no-recaptcha-site-key"

    static let outputFields = OutputTable<Self> {
        OutputField(\.kind, "Name of the message.")
        OutputField(\.recaptchaStoken, "Always absent, but in an emulator.")
        OutputField(\.recaptchaSiteKey, "Always the same text, which is no site key.")
    }
}

struct RecaptchaConfig: OutputMessage {
    let recaptchaKey: String
    let recaptchaEnforcementState = ["EMAIL_PASSWORD_PROVIDER", "PHONE_PROVIDER"].map {
        RecaptchaEnforcement(provider: $0)
    }

    static let outputFields = OutputTable<Self> {
        OutputField(\.recaptchaKey, "Name of a key, in the form that SDKs demand.")
        OutputField(\.recaptchaEnforcementState, "Whether a provider demands a challenge.")
    }
}

struct RecaptchaEnforcement: OutputMessage {
    let provider: String
    let enforcementState = "OFF"

    static let outputFields = OutputTable<Self> {
        OutputField(\.provider, "Name of the provider.")
        OutputField(\.enforcementState, "Always OFF.")
    }
}
