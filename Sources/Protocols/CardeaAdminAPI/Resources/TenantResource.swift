import CardeaIdentityDomain
package import CardeaOperations
package import CardeaSettings

/// A tenant; moments are milliseconds since 1970.
package struct TenantResource: ResourceMessage, Codable {
    package var id: String?
    package private(set) var project: String?
    package var displayName: String?
    package var disabled: Bool?
    package private(set) var createdAt: Int64?
    package var settings: SettingTree?
    package private(set) var formerSettings: SettingTree?

    package init() {}

    init(_ tenant: Tenant, formerSettings: SettingTree? = nil) {
        id = tenant.id.rawValue
        project = tenant.project.rawValue
        displayName = tenant.displayName
        disabled = tenant.isDisabled
        createdAt = tenant.createdAt.milliseconds
        settings = tenant.overrides.document
        self.formerSettings = formerSettings
    }

    package static let fields = ResourceTable<Self> {
        ResourceField(\.id, .bytes(256), "ID of the tenant.", .immutable)
        ResourceField(readOnly: \.project, "ID of its project.", always: true)
        ResourceField(\.displayName, .bytes(256), "Name for administrators.")
        ResourceField(\.disabled, "Whether all requests of its users are rejected.")
        ResourceField(readOnly: \.createdAt, "Time of creation.", always: true)
        ResourceField(\.settings, "Its own settings.")
        ResourceField(
            readOnly: \.formerSettings,
            "The settings that an update has replaced; only its response has them."
        )
    }
}

/// The tenants of a project.
package struct TenantList: OutputMessage, Codable {
    package let tenants: [TenantResource]

    package static let outputFields = OutputTable<Self> { OutputField(\.tenants, "The tenants.") }
}
