/// The effect of a change on the caches of the nodes.
package enum CacheEffect: Sendable, Equatable {
    case none
    /// One row has changed, and can be read by itself.
    case row(CachedRow)
    case everything
}

/// A row that nodes keep in caches and can read by itself.
package enum CachedRow: Sendable, Hashable {
    case tenant(TenantID, ProjectID)
    case app(AppID)
}

extension TenantChange {
    var cachedRow: CachedRow {
        switch self {
        case .insert(let tenant), .update(let tenant): .tenant(tenant.id, tenant.project)
        case .delete(let id, let project, at: _), .deleteRemainder(let id, let project): .tenant(id, project)
        }
    }
}

extension AppChange {
    var cachedRow: CachedRow {
        switch self {
        case .insert(let app), .update(let app): .app(app.id)
        case .delete(let id): .app(id)
        }
    }
}
