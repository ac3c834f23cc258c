import CardeaSettings

/// The tenants of a project.
package struct TenantPolicy: Sendable, Equatable {
    package var maximumCount = 1000

    package init() {}

    static let settings: [Setting<Self>] = [
        Setting(
            "maximumCount",
            \.maximumCount,
            .range(0...100_000),
            isOverridable: false,
            "The largest number of tenants that the project may have."
        )
    ]
}
