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
            ResourceField(ignored: "hashConfig")
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
    var authorizedDomains: [String]?
    var notification: NotificationConfig?
    var multiTenant: MultiTenantConfig?

    static let fields = ResourceTable<Self> {
        ResourceField(readOnly: \.name, "Name of the resource: `projects/{number}/config`.")
        ResourceField(\.signIn, "How users may sign in.")
        ResourceField(\.client, "What users may do by themselves.")
        ResourceField(\.mfa, "Second factors.")
        ResourceField(\.emailPrivacyConfig, "Settings of e-mail privacy.")
        ResourceField(\.passwordPolicyConfig, "Rules for new passwords.")
        ResourceField(\.smsRegionConfig, "Regions whose phone numbers receive codes.")
        ResourceField(\.autodeleteAnonymousUsers, "Whether guests are deleted after 30 days without use.")
        ResourceField(
            \.authorizedDomains,
            .count(100, each: .bytes(253)),
            "Domains that links in e-mails may continue to, beside that of the server; `*` for all."
        )
        ResourceField(\.notification, "Messages to users.")
        ResourceField(\.multiTenant, "Tenants.")
        AbsentFeature.fields()
        ResourceField(off: "blockingFunctions", else: AbsentFeature.error("blocking functions"))
        ResourceField(off: "quota", else: AbsentFeature.error("quota that ends at a date"))
        ResourceField(off: "defaultHostingSite", else: AbsentFeature.error("hosting"))
        ResourceField(ignored: "subtype")
        ResourceField(ignored: "targetProjectId")
        ResourceField(ignored: "tenantId")
    }
}

extension ProjectConfig {
    /// The days after which guests are deleted, as Google documents it.
    private static let unusedAnonymousDays = 30

    init(_ project: Project) {
        self.init(project.policy)
        name = "projects/\(project.number)/config"
    }

    init(_ policy: Policy) {
        signIn = SignInConfig(
            email: SignInConfig.EmailConfig(
                enabled: policy.signIn.allowsPassword,
                passwordRequired: !policy.signIn.allowsEmailLink
            ),
            phoneNumber: PhoneNumberConfig(policy),
            anonymous: SignInConfig.AnonymousConfig(enabled: policy.signIn.allowsAnonymous),
            allowDuplicateEmails: policy.signIn.allowsDuplicateEmails
        )
        client = TenantClient(policy)
        mfa = SecondFactorConfig.off
        emailPrivacyConfig = EmailPrivacy(policy)
        passwordPolicyConfig = PasswordPolicyConfig(policy.passwords)
        smsRegionConfig = SMSRegionConfig(policy.phone)
        autodeleteAnonymousUsers = policy.users.unusedAnonymousDays != nil
        authorizedDomains = policy.codes.continueDomains
        notification = NotificationConfig(defaultLocale: policy.mail.language)
        multiTenant = MultiTenantConfig(allowTenants: true)
    }

    /// The fields that are settings.
    static let settings: [PolicyField<Self>] =
        [
            .flag("signIn.email.enabled", "signIn.allowsPassword") { $0.signIn?.email?.enabled },
            .flag("signIn.email.passwordRequired", "signIn.allowsEmailLink") {
                $0.signIn?.email?.passwordRequired.map { !$0 }
            },
            .flag("signIn.phoneNumber.enabled", "signIn.allowsPhone") { $0.signIn?.phoneNumber?.enabled },
            PolicyField("signIn.phoneNumber.testPhoneNumbers", "phone.testNumbers") {
                $0.signIn?.phoneNumber?.testPhoneNumbers.map(TestPhoneNumbers.setting)
            },
            .flag("signIn.anonymous.enabled", "signIn.allowsAnonymous") { $0.signIn?.anonymous?.enabled },
            .flag("signIn.allowDuplicateEmails", "signIn.allowsDuplicateEmails") {
                $0.signIn?.allowDuplicateEmails
            },
            PolicyField("autodeleteAnonymousUsers", "users.unusedAnonymousDays") {
                $0.autodeleteAnonymousUsers.map { $0 ? .integer(unusedAnonymousDays) : .absent }
            },
            PolicyField(
                "authorizedDomains",
                "codes.continueOrigins",
                shown: { [$0.authorizedDomains.map(SettingValue.list)] }
            ) { message, policy in
                message.authorizedDomains.map { .list(policy.codes.origins(ofDomains: $0)) }
            },
            PolicyField("notification.defaultLocale", "mail.language") {
                $0.notification?.defaultLocale.map { .text(LanguageTag.normalized($0)) }
            },
        ] + TenantClient.settings { $0.client } + EmailPrivacy.settings { $0.emailPrivacyConfig }
        + PasswordPolicyConfig.settings { $0.passwordPolicyConfig }
        + SMSRegionConfig.settings { $0.smsRegionConfig }
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
            try message.mfa?.validate()
            try message.multiTenant?.validate()
            try TestPhoneNumbers.validate(message.signIn?.phoneNumber?.testPhoneNumbers)
            let mask: FieldMask<ProjectConfig> = try call.mask()
            let changed = try await call.services.projects.change(call.caller.project, by: call.caller.actor)
            { project in
                var settings = ProjectSettings(policy: project.policy)
                try message.smsRegionConfig?.validate(unless: settings.shown?.smsRegionConfig)
                try ProjectConfig.settings.apply(message, mask, to: &settings)
                project.policy = settings.policy
            }
            return ProjectConfig(changed)
        }
    }
}
