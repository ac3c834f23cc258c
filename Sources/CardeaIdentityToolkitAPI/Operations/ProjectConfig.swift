import CardeaHTTPMessages
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaIdentityWire
import CardeaOperations
import CardeaSettings

/// The settings of a project as version 2 of Google's API has them.
struct ProjectConfig: ResourceMessage {
    struct SignInConfig: ResourceMessage {
        struct EmailConfig: ResourceMessage {
            var enabled: Bool?
            var passwordRequired: Bool?

            static let fields = ResourceTable<Self> {
                ResourceField(\.enabled, "Whether users may sign in with a password.")
                ResourceField(\.passwordRequired, "Whether users may not sign in with a link in an e-mail.")
            }
        }

        struct AnonymousConfig: ResourceMessage {
            var enabled: Bool?

            static let fields = ResourceTable<Self> {
                ResourceField(\.enabled, "Whether users may sign in as guests.")
            }
        }

        var email: EmailConfig?
        var phoneNumber: PhoneNumberConfig?
        var anonymous: AnonymousConfig?
        var allowDuplicateEmails: Bool?

        static let fields = ResourceTable<Self> {
            ResourceField(\.email, "Sign-in by an e-mail address.")
            ResourceField(\.phoneNumber, "Sign-in by a phone number.")
            ResourceField(\.anonymous, "Sign-in as a guest.")
            ResourceField(
                \.allowDuplicateEmails,
                "Whether users of different providers may have one address."
            )
        }
    }

    struct SecondFactorConfig: ResourceMessage {
        enum State: String, WireEnum {
            case unspecified = "STATE_UNSPECIFIED"
            case disabled = "DISABLED"
            case enabled = "ENABLED"
            case mandatory = "MANDATORY"
        }

        var state: State?

        static let fields = ResourceTable<Self> {
            ResourceField(\.state, "Must be DISABLED: the server has no second factors.")
            ResourceField(ignored: "enabledProviders")
            ResourceField(ignored: "providerConfigs")
        }
    }

    var name: String?
    var signIn: SignInConfig?
    var client: TenantClient?
    var mfa: SecondFactorConfig?
    var emailPrivacyConfig: EmailPrivacy?
    var passwordPolicyConfig: PasswordPolicyConfig?
    var smsRegionConfig: SMSRegionConfig?
    var autodeleteAnonymousUsers: Bool?

    static let fields = ResourceTable<Self> {
        ResourceField(readOnly: \.name, "Name of the resource: `projects/{number}/config`.")
        ResourceField(\.signIn, "How users may sign in.")
        ResourceField(\.client, "What users may do by themselves.")
        ResourceField(\.mfa, "Second factors.")
        ResourceField(\.emailPrivacyConfig, "Settings of e-mail privacy.")
        ResourceField(\.passwordPolicyConfig, "Rules for new passwords.")
        ResourceField(\.smsRegionConfig, "Regions whose phone numbers receive codes.")
        ResourceField(\.autodeleteAnonymousUsers, "Whether guests are deleted after 30 days without use.")
        ResourceField(ignored: "targetProjectId")
        ResourceField(ignored: "tenantId")
    }
}

extension ProjectConfig {
    /// The days after which guests are deleted, as Google documents it.
    private static let unusedAnonymousDays = 30

    init(_ project: Project) {
        let policy = project.policy
        name = "projects/\(project.number)/config"
        signIn = SignInConfig(
            email: SignInConfig.EmailConfig(
                enabled: policy.signIn.allowsPassword,
                passwordRequired: !policy.signIn.allowsEmailLink
            ),
            phoneNumber: PhoneNumberConfig(policy),
            anonymous: SignInConfig.AnonymousConfig(enabled: policy.signIn.allowsAnonymous),
            allowDuplicateEmails: policy.signIn.allowsDuplicateEmails
        )
        client = TenantClient(
            permissions: TenantClient.Permissions(
                disabledUserSignup: !policy.signUp.allowed,
                disabledUserDeletion: !policy.users.allowsSelfDeletion
            )
        )
        mfa = SecondFactorConfig(state: .disabled)
        emailPrivacyConfig = EmailPrivacy(
            enableImprovedEmailPrivacy: policy.signIn.protectsEmailEnumeration
        )
        passwordPolicyConfig = PasswordPolicyConfig(policy.passwords)
        smsRegionConfig = SMSRegionConfig(policy.phone)
        autodeleteAnonymousUsers = policy.users.unusedAnonymousDays != nil
    }

    /// The fields that are settings.
    static let settings: [PolicyField<Self>] =
        [
            flag("signIn.email.enabled", "signIn.allowsPassword") { $0.signIn?.email?.enabled },
            flag("signIn.email.passwordRequired", "signIn.allowsEmailLink") {
                $0.signIn?.email?.passwordRequired.map { !$0 }
            },
            flag("signIn.phoneNumber.enabled", "signIn.allowsPhone") { $0.signIn?.phoneNumber?.enabled },
            PolicyField("signIn.phoneNumber.testPhoneNumbers", "phone.testNumbers") {
                $0.signIn?.phoneNumber?.testPhoneNumbers.map(TestPhoneNumbers.setting)
            },
            flag("signIn.anonymous.enabled", "signIn.allowsAnonymous") { $0.signIn?.anonymous?.enabled },
            flag("signIn.allowDuplicateEmails", "signIn.allowsDuplicateEmails") {
                $0.signIn?.allowDuplicateEmails
            },
            flag("client.permissions.disabledUserSignup", "signUp.allowed") {
                $0.client?.permissions?.disabledUserSignup.map { !$0 }
            },
            flag("client.permissions.disabledUserDeletion", "users.allowsSelfDeletion") {
                $0.client?.permissions?.disabledUserDeletion.map { !$0 }
            },
            flag("emailPrivacyConfig.enableImprovedEmailPrivacy", "signIn.protectsEmailEnumeration") {
                $0.emailPrivacyConfig?.enableImprovedEmailPrivacy
            },
            PolicyField("autodeleteAnonymousUsers", "users.unusedAnonymousDays") {
                $0.autodeleteAnonymousUsers.map { $0 ? .integer(unusedAnonymousDays) : .absent }
            },
        ] + PasswordPolicyConfig.settings { $0.passwordPolicyConfig }
        + SMSRegionConfig.settings { $0.smsRegionConfig }

    private static func flag(
        _ path: String,
        _ key: String,
        _ value: @escaping @Sendable (Self) -> Bool?
    ) -> PolicyField<Self> {
        PolicyField(path, key) { value($0).map(SettingValue.boolean) }
    }

    /// - Throws: `OPERATION_NOT_ALLOWED` if the message turns on what the server does not have.
    func rejectAbsentFeatures() throws(IdentityToolkitError) {
        switch mfa?.state {
        case .enabled, .mandatory:
            throw IdentityToolkitError(.operationNotAllowed, "The server has no second factors.")
        case .disabled, .unspecified, nil: break
        }
    }
}

/// The settings of a project (version 2 of Google's API).
extension ToolkitOperation {
    private static var config: [PathForm] { [.identityToolkit("/v2/projects/{project}/config")] }

    static var getConfig: Self {
        Operation(
            "projects.getConfig",
            "Returns settings of a project.",
            method: .get,
            paths: config,
            by: [.administrator],
            tenant: .none
        ) { (call, _: NoInput) in ProjectConfig(call.caller.project) }
    }

    static var updateConfig: Self {
        Operation(
            "projects.updateConfig",
            "Changes the settings that the mask names; without a mask, those that the request has.",
            method: .patch,
            paths: config,
            by: [.administrator],
            tenant: .none,
            parameters: [FieldMask<ProjectConfig>.form],
            errors: .toolkit(.invalidArgument, .operationNotAllowed, .invalidTestingPhoneNumber)
        ) { (call, message: ProjectConfig) in
            try message.rejectAbsentFeatures()
            try TestPhoneNumbers.validate(message.signIn?.phoneNumber?.testPhoneNumbers)
            try message.smsRegionConfig?.validate()
            var project = call.caller.project
            let mask = try FieldMask<ProjectConfig>(call.query["updateMask"])
            try ProjectConfig.settings.apply(message, mask, to: &project)
            try await call.services.projects.update(project)
            return ProjectConfig(project)
        }
    }
}
