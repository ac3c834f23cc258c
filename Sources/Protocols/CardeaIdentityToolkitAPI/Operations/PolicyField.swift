import CardeaIdentityDomain
import CardeaIdentityWire
import CardeaOperations
import CardeaSettings

/// A field of a resource that is a setting of the policy.
struct PolicyField<Message: ResourceMessage>: Sendable {
    /// The path of the field, as an update mask names it.
    let path: String
    let key: String
    /// The setting for a message without the field; `.absent` is that of the project, or the default.
    let absent: SettingValue
    /// The setting for a message, given the settings that hold; `nil` if the message does not have the field.
    let value: @Sendable (Message, Policy) -> SettingValue?
    /// The view of the setting in a message: the values of all fields that are shown together.
    let shown: @Sendable (Message) -> [SettingValue?]

    init(
        _ path: String,
        _ key: String,
        absent: SettingValue = .absent,
        _ value: @escaping @Sendable (Message) -> SettingValue?
    ) {
        self.init(path, key, absent: absent, shown: { [value($0)] }, { message, _ in value(message) })
    }

    init(
        _ path: String,
        _ key: String,
        absent: SettingValue = .absent,
        shown: @escaping @Sendable (Message) -> [SettingValue?],
        _ value: @escaping @Sendable (Message, Policy) -> SettingValue?
    ) {
        self.path = path
        self.key = key
        self.absent = absent
        self.value = value
        self.shown = shown
    }

    static func flag(
        _ path: String,
        _ key: String,
        absent: SettingValue = .absent,
        _ value: @escaping @Sendable (Message) -> Bool?
    ) -> Self {
        Self(path, key, absent: absent) { value($0).map(SettingValue.boolean) }
    }
}

/// The settings of a project or of a tenant, as its resource shows and changes them.
protocol ShownSettings<Message> {
    associatedtype Message: ResourceMessage

    /// The settings that hold.
    var policy: Policy { get }
    /// The resource as it is shown; `nil` if it is being created.
    var shown: Message? { get }

    /// Changes a setting; an absent value brings back that of the project, or the default.
    mutating func set(_ value: SettingValue, for key: String) throws(SettingError)
}

/// The settings of a project.
struct ProjectSettings: ShownSettings {
    var policy: Policy

    var shown: ProjectConfig? { ProjectConfig(policy) }

    mutating func set(_ value: SettingValue, for key: String) throws(SettingError) {
        let setting = try Policy.table.setting(named: key)
        try setting.set(value == .absent ? setting.value(in: Policy()) : value, in: &policy)
    }
}

/// The settings of a tenant.
struct TenantSettings: ShownSettings {
    var overrides: PolicyOverrides
    let project: Policy
    var isNew = false

    var policy: Policy { .resolve(project, tenant: overrides) }
    var shown: TenantResource? { isNew ? nil : TenantResource(policy) }

    mutating func set(_ value: SettingValue, for key: String) throws(SettingError) {
        try overrides.set(value, for: key)
    }
}

extension Sequence {
    /// Changes the settings that a mask names.
    ///
    /// A field changes nothing if the resource already shows it. So a resource that is written back as it was read
    /// changes nothing: several settings may have one form, such as `true` for 7 and 30 days, and a tenant shows those
    /// of its project.
    ///
    /// - Throws: `INVALID_ARGUMENT`.
    func apply<Settings: ShownSettings>(
        _ message: Settings.Message,
        _ mask: FieldMask<Settings.Message>,
        to settings: inout Settings
    ) throws(IdentityToolkitError) where Element == PolicyField<Settings.Message> {
        for field in self {
            let value = field.value(message, settings.policy)
            guard mask.contains(field.path, isPresent: value != nil) else { continue }
            if value != nil, let shown = settings.shown, field.shown(message) == field.shown(shown) {
                continue
            }
            do throws(SettingError) {
                try settings.set(value ?? field.absent, for: field.key)
            } catch {
                throw IdentityToolkitError(.invalidArgument, error.description)
            }
        }
    }
}
