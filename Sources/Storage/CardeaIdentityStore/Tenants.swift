internal import CardeaIdentityDomain
internal import CardeaSQLCore

/// The columns, statements and history of tenants.
enum Tenants {
    static let table = Table<Tenant>(
        "tenants",
        unique: [UniqueKey("project", "id", means: .tenantID)],
        Columns(
            Columns("id")(\.id),
            Columns("project")(\.project),
            Columns("created_at")(\.createdAt),
            Columns("display_name")(\.displayName),
            Columns("disabled")(\.isDisabled),
            Columns("overrides")(\.overrides)
        ) { id, project, createdAt, name, disabled, overrides in
            Tenant(
                id: id,
                project: project,
                createdAt: createdAt,
                displayName: name,
                isDisabled: disabled,
                overrides: overrides
            )
        }
    )

    private static let byKey = "project = :project AND id = :id"
    static let byID = table.select(
        "\(byKey) AND deleted_at IS NULL",
        locking: table.lock("SELECT :project, :id", to: .keep)
    )
    static let all = table.select("deleted_at IS NULL ORDER BY project, id", locking: table.lock)
    static let update = table.rowUpdate(
        ["display_name", "disabled", "overrides"],
        where: "\(byKey) AND deleted_at IS NULL"
    )
    static let delete = SQLStatement(
        "UPDATE tenants SET deleted_at = :deleted_at WHERE \(byKey) AND deleted_at IS NULL"
    )
    /// Deletes codes and sign-ins that wait, so that none is used in a later tenant with the same ID.
    static let deleteProofs = ["action_codes", "phone_codes", "pending_identities", "provider_redirects"]
        .map(deleteAll)

    /// Deletes the rows of a tenant; the last comparison lets a partial index be used.
    static func deleteAll(from table: String) -> SQLStatement {
        SQLStatement("DELETE FROM \(table) WHERE project = :project AND tenant = :tenant AND tenant <> ''")
    }

    /// Indexes by tenant for tables that have no other.
    ///
    /// Rows of projects are not in them, and cost nothing more.
    static let indexes = SQLMigration("2026-11-24-indexes-by-tenant") { _ in
        ["phone_codes", "provider_redirects", "mails", "text_messages"].map {
            "CREATE INDEX \($0)_tenant ON \($0) (project, tenant) WHERE tenant <> ''"
        }
    }

    static let deleteRemainder = SQLStatement(
        """
        DELETE FROM tenants WHERE \(byKey) AND deleted_at IS NOT NULL \
        AND NOT EXISTS (SELECT 1 FROM users WHERE project = :project AND tenant = :id)
        """
    )

    static func arguments(_ id: TenantID, _ project: ProjectID) -> SQLArguments {
        ["id": id.sqlValue, "project": project.sqlValue]
    }

    static let migrations = [
        SQLMigration("2026-11-22-tenants") { sql in
            [
                """
                CREATE TABLE tenants (
                    project \(sql.text) NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
                    id \(sql.text) NOT NULL,
                    created_at \(sql.integer) NOT NULL,
                    display_name \(sql.text),
                    disabled \(sql.integer) NOT NULL,
                    overrides \(sql.text) NOT NULL,
                    deleted_at \(sql.integer),
                    PRIMARY KEY (project, id)
                ) \(sql.clusteredTableOptions)
                """
            ]
        }
    ]
}

extension TenantChange {
    var writes: [SQLWrite] {
        get throws(SQLError) {
            switch self {
            case .insert(let tenant):
                return [Tenants.table.insertion(tenant)]
            case .update(let tenant):
                return [Tenants.update(tenant)]
            case .delete(let id, let project, let at):
                var arguments = Tenants.arguments(id, project)
                arguments["deleted_at"] = at.sqlValue
                let pool = UserPool.columns.arguments(UserPool(project: project, tenant: id))
                let contents =
                    [
                        ProviderConfigurations.deleteAll, MailTemplates.deleteAll,
                        ProviderConfigurations.deleteIssuers,
                        Mails.outbox.deleteAll, TextMessages.outbox.deleteAll,
                    ] + Tenants.deleteProofs
                return try [SQLWrite(Tenants.delete, arguments, changing: .exactlyOne)]
                    + contents.map { statement throws(SQLError) in
                        try SQLWrite(statement, pool, changing: .any)
                    }
            case .deleteRemainder(let id, let project):
                return [try SQLWrite(Tenants.deleteRemainder, Tenants.arguments(id, project), changing: .any)]
            }
        }
    }
}

extension SQLRowReader: TenantReader {
    func tenant(_ lookup: TenantLookup) throws(StoreError) -> Tenant? {
        try first(Tenants.byID, Tenants.arguments(lookup.id, lookup.project))
    }

    func tenants(_ lookup: TenantsLookup) throws(StoreError) -> [Tenant] { try all(Tenants.all) }
}
