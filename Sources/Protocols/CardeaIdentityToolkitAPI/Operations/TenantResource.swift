import CardeaEncodings
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
    var tenantId: String?
    var displayName: String?
    var allowPasswordSignup: Bool?
    var enableEmailLinkSignin: Bool?
    var enableAnonymousUser: Bool?
    var disableAuth: Bool?
    var client: TenantClient?
    var emailPrivacyConfig: EmailPrivacy?
    var passwordPolicyConfig: PasswordPolicyConfig?
    var smsRegionConfig: SMSRegionConfig?
    var testPhoneNumbers: [ExactText: String]?
    var mfaConfig: SecondFactorConfig?
    var autodeleteAnonymousUsers: Bool?

    static let fields = ResourceTable<Self> {
        ResourceField(readOnly: \.name, "Name of the resource: `projects/{project}/tenants/{tenant}`.")
        ResourceField(readOnly: \.tenantId, "ID of the tenant; in an emulator alone.")
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
        ResourceField(\.mfaConfig, "Second factors.")
        ResourceField(
            \.autodeleteAnonymousUsers,
            "Whether guests are deleted after some time without use: as in the project."
        )
        AbsentFeature.fields()
        ResourceField(ignored: "hashConfig")
        ResourceField(ignored: "targetProjectId")
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

    static let fields = ResourceTable<Self> {
        ResourceField(\.permissions, "What is not permitted.")
        ResourceField(ignored: "apiKey")
        ResourceField(ignored: "firebaseSubdomain")
    }
}

extension TenantClient {
    init(_ policy: Policy) {
        permissions = Permissions(
            disabledUserSignup: !policy.signUp.allowed,
            disabledUserDeletion: !policy.users.allowsSelfDeletion
        )
    }

    /// The fields of a message that has these permissions, as settings.
    static func settings<Message: ResourceMessage>(
        of client: @escaping @Sendable (Message) -> TenantClient?
    ) -> [PolicyField<Message>] {
        [
            .flag("client.permissions.disabledUserSignup", "signUp.allowed") {
                client($0)?.permissions?.disabledUserSignup.map { !$0 }
            },
            .flag("client.permissions.disabledUserDeletion", "users.allowsSelfDeletion") {
                client($0)?.permissions?.disabledUserDeletion.map { !$0 }
            },
        ]
    }
}

extension TenantResource {
    /// - Parameters:
    ///   - tenant: The tenant.
    ///   - policy: The settings that hold for its users.
    init(_ tenant: Tenant, policy: Policy) {
        self.init(policy)
        name = "projects/\(tenant.project.rawValue)/tenants/\(tenant.id.rawValue)"
        displayName = tenant.displayName
        disableAuth = tenant.isDisabled
    }

    /// The fields that are settings.
    init(_ policy: Policy) {
        allowPasswordSignup = policy.signIn.allowsPassword
        enableEmailLinkSignin = policy.signIn.allowsEmailLink
        enableAnonymousUser = policy.signIn.allowsAnonymous
        client = TenantClient(policy)
        emailPrivacyConfig = EmailPrivacy(policy)
        passwordPolicyConfig = PasswordPolicyConfig(policy.passwords)
        smsRegionConfig = SMSRegionConfig(policy.phone)
        testPhoneNumbers = TestPhoneNumbers.map(policy.phone)
        mfaConfig = SecondFactorConfig.off
        autodeleteAnonymousUsers = policy.users.unusedAnonymousDays != nil
    }

    /// The fields that are settings.
    ///
    /// A sign-in method without a field is off, as in Google's API.
    private static let settings: [PolicyField<Self>] =
        [
            .flag("allowPasswordSignup", "signIn.allowsPassword", absent: .boolean(false)) {
                $0.allowPasswordSignup
            },
            .flag("enableEmailLinkSignin", "signIn.allowsEmailLink", absent: .boolean(false)) {
                $0.enableEmailLinkSignin
            },
            .flag("enableAnonymousUser", "signIn.allowsAnonymous", absent: .boolean(false)) {
                $0.enableAnonymousUser
            },
            PolicyField("testPhoneNumbers", "phone.testNumbers") {
                $0.testPhoneNumbers.map(TestPhoneNumbers.setting)
            },
        ] + TenantClient.settings { $0.client } + EmailPrivacy.settings { $0.emailPrivacyConfig }
        + PasswordPolicyConfig.settings { $0.passwordPolicyConfig }
        + SMSRegionConfig.settings { $0.smsRegionConfig }

    /// Sets the settings that a mask names.
    ///
    /// - Throws: `IdentityToolkitError`.
    func apply(_ mask: FieldMask<Self>, to settings: inout TenantSettings) throws(IdentityToolkitError) {
        try mfaConfig?.validate()
        let deletesGuests = settings.project.users.unusedAnonymousDays != nil
        guard autodeleteAnonymousUsers ?? deletesGuests == deletesGuests else {
            throw IdentityToolkitError(
                .invalidArgument,
                "autodeleteAnonymousUsers can be set only for a project"
            )
        }
        try smsRegionConfig?.validate(unless: settings.shown?.smsRegionConfig)
        try TestPhoneNumbers.validate(testPhoneNumbers)
        try Self.settings.apply(self, mask, to: &settings)
    }
}
