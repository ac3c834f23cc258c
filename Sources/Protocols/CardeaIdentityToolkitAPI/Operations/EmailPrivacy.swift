import CardeaIdentityDomain
import CardeaOperations

/// The settings of e-mail privacy of a tenant, or of a project of an emulator.
struct EmailPrivacy: ResourceMessage {
    var enableImprovedEmailPrivacy: Bool?

    static let fields = ResourceTable<Self> {
        ResourceField(
            \.enableImprovedEmailPrivacy,
            "Whether responses hide which addresses have users."
        )
    }
}

extension EmailPrivacy {
    init(_ policy: Policy) { enableImprovedEmailPrivacy = policy.signIn.protectsEmailEnumeration }

    /// The fields of a message that has these settings, as settings.
    static func settings<Message: ResourceMessage>(
        of privacy: @escaping @Sendable (Message) -> EmailPrivacy?
    ) -> [PolicyField<Message>] {
        [
            .flag("emailPrivacyConfig.enableImprovedEmailPrivacy", "signIn.protectsEmailEnumeration") {
                privacy($0)?.enableImprovedEmailPrivacy
            }
        ]
    }
}
