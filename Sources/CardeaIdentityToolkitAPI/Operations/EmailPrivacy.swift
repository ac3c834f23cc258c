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
