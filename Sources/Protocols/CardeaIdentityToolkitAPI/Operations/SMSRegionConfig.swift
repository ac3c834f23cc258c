import CardeaIdentityDomain
import CardeaIdentityWire
import CardeaOperations
import CardeaSettings

/// The regions whose phone numbers receive codes: one of two lists.
struct SMSRegionConfig: ResourceMessage, Equatable {
    struct AllowByDefault: ResourceMessage, Equatable {
        var disallowedRegions: [String]?

        static let fields = ResourceTable<Self> {
            ResourceField(\.disallowedRegions, .regions, "Regions such as JP that receive no codes.")
        }
    }

    struct AllowlistOnly: ResourceMessage, Equatable {
        var allowedRegions: [String]?

        static let fields = ResourceTable<Self> {
            ResourceField(\.allowedRegions, .regions, "The only regions that receive codes; one at least.")
        }
    }

    var allowByDefault: AllowByDefault?
    var allowlistOnly: AllowlistOnly?

    static let fields = ResourceTable<Self> {
        ResourceField(\.allowByDefault, "All regions but those of a list.")
        ResourceField(\.allowlistOnly, "No regions but those of a list.")
    }
}

extension ListLimit<TextLimit> {
    fileprivate static var regions: Self { .count(300, each: .bytes(8)) }
}

extension SMSRegionConfig {
    init(_ policy: PhonePolicy) {
        if policy.allowedRegions.isEmpty {
            allowByDefault = AllowByDefault(disallowedRegions: policy.deniedRegions)
        } else {
            allowlistOnly = AllowlistOnly(
                allowedRegions: policy.allowedRegions.filter { policy.allows(region: $0) }
            )
        }
    }

    /// - Parameter shown: The lists that are shown, which may be written back: every allowed region may be denied, too.
    /// - Throws: `INVALID_ARGUMENT` if the two lists contradict each other, or no region would be left.
    func validate(unless shown: SMSRegionConfig?) throws(IdentityToolkitError) {
        if self == shown { return }
        guard allowByDefault == nil || allowlistOnly == nil else {
            throw IdentityToolkitError(
                .invalidArgument,
                "smsRegionConfig has allowByDefault or allowlistOnly, not both."
            )
        }
        guard allowlistOnly == nil || allowlistOnly?.allowedRegions?.isEmpty == false else {
            throw IdentityToolkitError(
                .invalidArgument,
                "allowlistOnly needs a region. To send no codes, disable sign-in by phone."
            )
        }
    }

    /// The fields of a message that has this configuration, as settings: one list ends the other.
    static func settings<Message: ResourceMessage>(
        of config: @escaping @Sendable (Message) -> SMSRegionConfig?
    ) -> [PolicyField<Message>] {
        let allowed = { @Sendable (message: Message) -> SettingValue? in
            config(message).map { .list($0.allowlistOnly?.allowedRegions ?? []) }
        }
        let denied = { @Sendable (message: Message) -> SettingValue? in
            config(message).map { .list($0.allowByDefault?.disallowedRegions ?? []) }
        }
        let shown = { @Sendable (message: Message) in [allowed(message), denied(message)] }
        let name = "smsRegionConfig"
        return [
            PolicyField("\(name).allowlistOnly.allowedRegions", "phone.allowedRegions", shown: shown) {
                message,
                _ in allowed(message)
            },
            PolicyField("\(name).allowByDefault.disallowedRegions", "phone.deniedRegions", shown: shown) {
                message,
                _ in denied(message)
            },
        ]
    }
}
