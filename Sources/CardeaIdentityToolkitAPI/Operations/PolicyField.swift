import CardeaIdentityDomain
import CardeaIdentityWire
import CardeaOperations
import CardeaSettings

/// A field of a resource that is a setting of the policy.
struct PolicyField<Message: ResourceMessage>: Sendable {
    /// The path of the field, as an update mask names it.
    let path: String
    let key: String
    /// The value in a message; `nil` if the message does not have the field.
    let value: @Sendable (Message) -> SettingValue?
    /// The view of the setting in a message: the values of all fields that are shown together.
    let shown: @Sendable (Message) -> [SettingValue?]

    init(_ path: String, _ key: String, _ value: @escaping @Sendable (Message) -> SettingValue?) {
        self.init(path, key, shown: { [value($0)] }, value)
    }

    init(
        _ path: String,
        _ key: String,
        shown: @escaping @Sendable (Message) -> [SettingValue?],
        _ value: @escaping @Sendable (Message) -> SettingValue?
    ) {
        self.path = path
        self.key = key
        self.value = value
        self.shown = shown
    }
}

extension [PolicyField<ProjectConfig>] {
    /// Changes the settings that a mask names; a field that the message does not have gets its default.
    ///
    /// A field changes nothing if the project already shows it: several settings may be shown alike, such as 7 and 30 days
    /// as `true`.
    ///
    /// - Throws: `INVALID_ARGUMENT`.
    func apply(
        _ message: ProjectConfig,
        _ mask: FieldMask<ProjectConfig>,
        to project: inout Project
    ) throws(IdentityToolkitError) {
        let defaults = Policy()
        for field in self {
            let value = field.value(message)
            guard mask.contains(field.path, isPresent: value != nil) else { continue }
            if value != nil, field.shown(message) == field.shown(ProjectConfig(project)) { continue }
            do throws(SettingError) {
                let setting = try Policy.table.setting(named: field.key)
                try setting.set(value ?? setting.value(in: defaults), in: &project.policy)
            } catch {
                throw IdentityToolkitError(.invalidArgument, error.description)
            }
        }
    }
}

extension Sequence {
    /// Replaces the overrides that a mask names; a field that the message does not have ends its override.
    ///
    /// - Throws: `INVALID_ARGUMENT`.
    func apply<Message: ResourceMessage>(
        _ message: Message,
        _ mask: FieldMask<Message>,
        to overrides: inout PolicyOverrides
    ) throws(IdentityToolkitError) where Element == PolicyField<Message> {
        for field in self {
            let value = field.value(message)
            guard mask.contains(field.path, isPresent: value != nil) else { continue }
            do throws(SettingError) {
                try overrides.set(value ?? .absent, for: field.key)
            } catch {
                throw IdentityToolkitError(.invalidArgument, error.description)
            }
        }
    }
}
