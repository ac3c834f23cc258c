import CardeaIdentityDomain
import CardeaSQLCore

extension [Change] {
    /// The rows that caches must read again after these changes.
    var announcement: Announcement {
        reduce(.nothing) { announcement, change in
            switch change.cacheEffect {
            case .none: announcement
            case .row(let row): announcement.union(.rows([row.announced]))
            case .everything: .everything
            }
        }
    }
}

extension CachedRow {
    /// The name of the row in an announcement: `tenant <project> <tenant>`, `app <id>`.
    var announced: String {
        switch self {
        case .tenant(let id, let project): "tenant \(project.rawValue) \(id.rawValue)"
        case .app(let id): "app \(id.rawValue)"
        }
    }

    /// - Returns: `nil` if the name is unknown.
    init?(announced name: String) {
        let parts = name.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        switch (parts.first, parts.count) {
        case ("tenant", 3): self = .tenant(TenantID(rawValue: parts[2]), ProjectID(rawValue: parts[1]))
        case ("app", 2): self = .app(AppID(rawValue: parts[1]))
        default: return nil
        }
    }
}
