internal import CardeaIdentityDomain
internal import CardeaSQLCore

/// The columns and statements of projects and their API keys.
enum Projects {
    private static let id = Columns<ProjectID>("id")

    static let table = Table<Project>(
        "projects",
        unique: [UniqueKey("id", means: .projectID), UniqueKey("number")],
        Columns(
            id(\.id),
            Columns("number")(\.number),
            Columns("created_at")(\.createdAt),
            Columns<Policy>("settings")(\.policy)
        ) { Project(id: $0, number: $1, createdAt: $2, apiKeys: [], policy: $3) }
    )
    private static let isPresent = "deleted_at IS NULL"
    static let all = table.select("\(isPresent) ORDER BY created_at, id", locking: table.lock)
    static let update = table.rowUpdate(["settings"], where: "id = :id AND \(isPresent)")
    static let delete = SQLStatement(
        "UPDATE projects SET deleted_at = :deleted_at WHERE id = :project AND \(isPresent)"
    )
    static let deleteTenants = SQLStatement(
        "UPDATE tenants SET deleted_at = :deleted_at WHERE project = :project AND deleted_at IS NULL"
    )

    /// The tables whose rows of a project are deleted at once.
    ///
    /// Users are deleted in steps, with their sessions and identities; then security events.
    private static let contents = [
        "api_keys", "apps", "sealed_keys", "administrator_tokens", "service_accounts", "service_account_keys",
        "provider_configurations", "provider_issuers", "provider_redirects", "provider_revocations",
        "pending_identities", "action_codes", "phone_codes", "phone_code_counts", "mails", "mail_templates",
        "text_messages", "unfinished_revocations",
    ]
    private static let isDeleted = "id = :project AND deleted_at IS NOT NULL"

    /// A project that was created again under the same ID keeps its rows.
    static let deleteContents = contents.map { table in
        SQLStatement(
            """
            DELETE FROM \(table) WHERE project = :project \
            AND EXISTS (SELECT 1 FROM projects WHERE \(isDeleted))
            """
        )
    }
    static let deleteRemainder = SQLStatement(
        """
        DELETE FROM projects WHERE \(isDeleted) \
        AND NOT EXISTS (SELECT 1 FROM users WHERE project = :project) \
        AND NOT EXISTS (SELECT 1 FROM security_events WHERE project = :project)
        """
    )

    static let byID = table.select(
        "id = :project AND \(isPresent)",
        locking: table.lock("SELECT :project", to: .keep)
    )
    /// The pool of a deleted tenant; then that of any user of a deleted project.
    static let deletedPool = Select(
        UserPool.columns.view,
        """
        FROM (SELECT project, id AS tenant FROM tenants WHERE deleted_at IS NOT NULL UNION ALL \
        SELECT id, coalesce((SELECT tenant FROM users WHERE project = projects.id LIMIT 1), '') \
        FROM projects WHERE deleted_at IS NOT NULL) pools LIMIT 1
        """
    )

    static let deletions = SQLMigration("2026-11-27-deletions-of-projects") { sql in
        ["ALTER TABLE projects ADD COLUMN deleted_at \(sql.integer)"]
    }

    struct APIKey: Sendable {
        let key: String
        let project: ProjectID
        let position: Int64
    }

    static let apiKeys = Table<APIKey>(
        "api_keys",
        unique: [UniqueKey("key", means: .apiKey)],
        Columns(Columns("key")(\.key), Columns("project")(\.project), Columns("position")(\.position)) {
            APIKey(key: $0, project: $1, position: $2)
        }
    )
    static let allAPIKeys = Select(
        apiKeys.columns.view,
        "FROM api_keys ORDER BY project, position",
        locking: apiKeys.lock
    )
    static let deleteAPIKeys = SQLStatement("DELETE FROM api_keys WHERE project = :project")

    fileprivate static func contentDeletions(of id: ProjectID) -> [SQLWrite] {
        deleteContents.map { SQLWrite($0, [id.sqlValue], changing: .any) }
    }
}

extension ProjectChange {
    var writes: [SQLWrite] {
        get throws(SQLError) {
            switch self {
            case .insert(let project):
                return [Projects.table.insertion(project)] + project.apiKeyInsertions
            case .update(let project):
                return [
                    Projects.update(project),
                    SQLWrite(Projects.deleteAPIKeys, [project.id.sqlValue], changing: .any),
                ] + project.apiKeyInsertions
            case .delete(let id, let at):
                let arguments: SQLArguments = ["project": id.sqlValue, "deleted_at": at.sqlValue]
                return try [
                    SQLWrite(Projects.delete, arguments, changing: .exactlyOne),
                    SQLWrite(Projects.deleteTenants, arguments, changing: .any),
                ] + Projects.contentDeletions(of: id)
            case .deleteRemainder(let id):
                return Projects.contentDeletions(of: id) + [
                    SQLWrite(Projects.deleteRemainder, [id.sqlValue], changing: .any)
                ]
            }
        }
    }
}

extension Project {
    fileprivate var apiKeyInsertions: [SQLWrite] {
        apiKeys.enumerated().map { position, key in
            Projects.apiKeys.insertion(Projects.APIKey(key: key, project: id, position: Int64(position)))
        }
    }
}

extension SQLRowReader: ProjectReader {
    func projects(_ lookup: ProjectsLookup) throws(StoreError) -> [Project] {
        let projects = try all(Projects.all)
        let keys = Dictionary(grouping: try all(Projects.allAPIKeys), by: \.project)
        return projects.map { project in
            var project = project
            project.apiKeys = keys[project.id]?.map(\.key) ?? []
            return project
        }
    }

    func hasPool(_ lookup: PoolLookup) throws(StoreError) -> Bool {
        let project = try first(Projects.byID, ["project": lookup.pool.project.sqlValue])
        guard let id = lookup.pool.tenant else { return project != nil }
        let tenant = try first(Tenants.byID, Tenants.arguments(id, lookup.pool.project))
        return project != nil && tenant != nil
    }

    func deletedPool(_ lookup: DeletedPoolLookup) throws(StoreError) -> UserPool? {
        try first(Projects.deletedPool, [])
    }
}
