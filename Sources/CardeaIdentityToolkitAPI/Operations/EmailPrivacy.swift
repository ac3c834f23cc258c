import CardeaOperations

/// The settings of e-mail privacy of a tenant, or of a project of an emulator.
struct EmailPrivacy: InputMessage, OutputMessage {
    var enableImprovedEmailPrivacy: Bool?

    static let inputFields = InputTable<Self> {
        InputField(\.enableImprovedEmailPrivacy, "Whether responses hide which addresses have users.")
    }
    static let outputFields = OutputTable<Self> {
        OutputField(\.enableImprovedEmailPrivacy, "Whether responses hide which addresses have users.")
    }
}
