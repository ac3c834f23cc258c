import CardeaIdentityDomain
package import CardeaSettings

/// A tenant, as management shows it.
package struct TenantMessage: Codable, Sendable {
    package let id: String
    package let project: String
    package let displayName: String?
    package let disabled: Bool
    /// Milliseconds since 1970.
    package let createdAt: Int64
    /// The settings that the tenant has of its own.
    package let settings: SettingTree

    init(_ tenant: Tenant) {
        id = tenant.id.rawValue
        project = tenant.project.rawValue
        displayName = tenant.displayName
        disabled = tenant.isDisabled
        createdAt = tenant.createdAt.milliseconds
        settings = tenant.overrides.document
    }
}

/// The tenants of a project.
package struct TenantListMessage: Codable, Sendable {
    package let tenants: [TenantMessage]
}

/// A tenant to create.
///
/// Without an ID, it gets one from its name.
package struct NewTenantMessage: Codable, Sendable {
    package let id: String?
    package let displayName: String?
    package let settings: SettingTree?

    package init(id: String?, displayName: String?, settings: SettingTree? = nil) {
        self.id = id
        self.displayName = displayName
        self.settings = settings
    }
}

/// Changes of a tenant; what is absent stays.
///
/// In settings, `null` ends an override.
package struct TenantChangeMessage: Codable, Sendable {
    /// An empty name removes the name.
    package let displayName: String?
    package let disabled: Bool?
    package let settings: SettingTree?

    package init(displayName: String? = nil, disabled: Bool? = nil, settings: SettingTree? = nil) {
        self.displayName = displayName
        self.disabled = disabled
        self.settings = settings
    }
}
