import CardeaIdentityDomain
import CardeaIdentityService
import CardeaIdentityWire
import CardeaOperations
import CardeaSettings

/// A tenant, in requests and responses.
///
/// A field that a tenant does not set is as in its project.
struct TenantResource: ResourceMessage {
    var name: String?
    var displayName: String?
    var allowPasswordSignup: Bool?
    var enableEmailLinkSignin: Bool?
    var enableAnonymousUser: Bool?
    var disableAuth: Bool?
    var client: TenantClient?
    var emailPrivacyConfig: EmailPrivacy?
    var passwordPolicyConfig: PasswordPolicyConfig?
    var smsRegionConfig: SMSRegionConfig?
    var testPhoneNumbers: [String: String]?

    static let fields = ResourceTable<Self> {
        ResourceField(readOnly: \.name, "Name of the resource: `projects/{project}/tenants/{tenant}`.")
        ResourceField(
            \.displayName,
            .bytes(256),
            "Name for administrators.",
            else: "INVALID_DISPLAY_NAME"
        )
        ResourceField(\.allowPasswordSignup, "Whether users may sign in with a password.")
        ResourceField(\.enableEmailLinkSignin, "Whether users may sign in with a link in an e-mail.")
        ResourceField(\.enableAnonymousUser, "Whether users may sign in as guests.")
        ResourceField(\.disableAuth, "Whether all requests of the tenant's users are rejected.")
        ResourceField(\.client, "What users may do by themselves.")
        ResourceField(\.emailPrivacyConfig, "Settings of e-mail privacy.")
        ResourceField(\.passwordPolicyConfig, "Rules for new passwords.")
        ResourceField(\.smsRegionConfig, "Regions whose phone numbers receive codes.")
        ResourceField(
            \.testPhoneNumbers,
            TestPhoneNumbers.limit,
            "Phone numbers for tests, each with its code of six digits. Nothing is sent to them.",
            else: "INVALID_TESTING_PHONE_NUMBER"
        )
        ResourceField(ignored: "targetProjectId")
        ResourceField(ignored: "tenantId")
    }
}

/// The permissions of users.
struct TenantClient: ResourceMessage {
    struct Permissions: ResourceMessage {
        var disabledUserSignup: Bool?
        var disabledUserDeletion: Bool?

        static let fields = ResourceTable<Self> {
            ResourceField(\.disabledUserSignup, "Whether only administrators create users.")
            ResourceField(\.disabledUserDeletion, "Whether only administrators delete users.")
        }
    }

    var permissions: Permissions?

    static let fields = ResourceTable<Self> { ResourceField(\.permissions, "What is not permitted.") }
}

extension TenantResource {
    /// - Parameters:
    ///   - tenant: The tenant.
    ///   - policy: The settings that hold for its users.
    init(_ tenant: Tenant, policy: Policy) {
        name = "projects/\(tenant.project.rawValue)/tenants/\(tenant.id.rawValue)"
        displayName = tenant.displayName
        allowPasswordSignup = policy.signIn.allowsPassword
        enableEmailLinkSignin = policy.signIn.allowsEmailLink
        enableAnonymousUser = policy.signIn.allowsAnonymous
        disableAuth = tenant.isDisabled
        client = TenantClient(
            permissions: TenantClient.Permissions(
                disabledUserSignup: !policy.signUp.allowed,
                disabledUserDeletion: !policy.users.allowsSelfDeletion
            )
        )
        emailPrivacyConfig = EmailPrivacy(
            enableImprovedEmailPrivacy: policy.signIn.protectsEmailEnumeration
        )
        passwordPolicyConfig = PasswordPolicyConfig(policy.passwords)
        smsRegionConfig = SMSRegionConfig(policy.phone)
        testPhoneNumbers = TestPhoneNumbers.map(policy.phone)
    }

    /// The fields that are settings.
    private static let settings: [TenantSetting] = [
        TenantSetting("allowPasswordSignup", "signIn.allowsPassword", absent: .boolean(false)) {
            $0.allowPasswordSignup
        },
        TenantSetting("enableEmailLinkSignin", "signIn.allowsEmailLink", absent: .boolean(false)) {
            $0.enableEmailLinkSignin
        },
        TenantSetting("enableAnonymousUser", "signIn.allowsAnonymous", absent: .boolean(false)) {
            $0.enableAnonymousUser
        },
        TenantSetting("client.permissions.disabledUserSignup", "signUp.allowed") {
            $0.client?.permissions?.disabledUserSignup.map { !$0 }
        },
        TenantSetting("client.permissions.disabledUserDeletion", "users.allowsSelfDeletion") {
            $0.client?.permissions?.disabledUserDeletion.map { !$0 }
        },
        TenantSetting("emailPrivacyConfig.enableImprovedEmailPrivacy", "signIn.protectsEmailEnumeration") {
            $0.emailPrivacyConfig?.enableImprovedEmailPrivacy
        },
    ]

    /// Sets the settings that a mask names.
    ///
    /// - Throws: `IdentityToolkitError`.
    func apply(_ mask: FieldMask<Self>, to overrides: inout PolicyOverrides) throws(IdentityToolkitError) {
        for setting in Self.settings {
            let value = setting.value(self).map(SettingValue.boolean)
            guard mask.contains(setting.field, isPresent: value != nil) else { continue }
            do throws(SettingError) {
                try overrides.set(value ?? setting.absent, for: setting.key)
            } catch {
                throw IdentityToolkitError(.invalidArgument, error.description)
            }
        }
        try smsRegionConfig?.validate()
        try TestPhoneNumbers.validate(testPhoneNumbers)
        let fields =
            PasswordPolicyConfig.settings { (tenant: Self) in tenant.passwordPolicyConfig }
            + SMSRegionConfig.settings { (tenant: Self) in tenant.smsRegionConfig }
            + [
                PolicyField("testPhoneNumbers", "phone.testNumbers") {
                    $0.testPhoneNumbers.map(TestPhoneNumbers.setting)
                }
            ]
        try fields.apply(self, mask, to: &overrides)
    }
}

/// A field of a tenant that is a setting of its policy.
private struct TenantSetting: Sendable {
    let field: String
    let key: String
    /// The value for a message without the field: off for sign-in methods, as in Google's API; otherwise the project's.
    let absent: SettingValue
    let value: @Sendable (TenantResource) -> Bool?

    init(
        _ field: String,
        _ key: String,
        absent: SettingValue = .absent,
        _ value: @escaping @Sendable (TenantResource) -> Bool?
    ) {
        self.field = field
        self.key = key
        self.absent = absent
        self.value = value
    }
}
