internal import CardeaIdentityDomain
internal import CardeaSQLCore

/// The columns and statements of the templates of projects and tenants.
enum MailTemplates {
    static let migration = SQLMigration("2026-11-22-mail-templates") { sql in
        [
            """
            CREATE TABLE mail_templates (
                project \(sql.text) NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
                purpose \(sql.text) NOT NULL,
                language \(sql.text) NOT NULL,
                subject \(sql.text) NOT NULL,
                text \(sql.text) NOT NULL,
                html \(sql.text),
                PRIMARY KEY (project, purpose, language)
            ) \(sql.clusteredTableOptions)
            """
        ]
    }

    /// A key with the tenant needs a new table.
    ///
    /// Templates that were stored before this migration are those of projects.
    static let tenants = SQLMigration("2026-11-24-tenant-mail-templates") { sql in
        [
            """
            CREATE TABLE new_mail_templates (
                project \(sql.text) NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
                tenant \(sql.text) NOT NULL,
                purpose \(sql.text) NOT NULL,
                language \(sql.text) NOT NULL,
                subject \(sql.text) NOT NULL,
                text \(sql.text) NOT NULL,
                html \(sql.text),
                PRIMARY KEY (project, tenant, purpose, language)
            ) \(sql.clusteredTableOptions)
            """,
            """
            INSERT INTO new_mail_templates (project, tenant, purpose, language, subject, text, html)
            SELECT project, '', purpose, language, subject, text, html FROM mail_templates
            """,
            "DROP TABLE mail_templates",
            "ALTER TABLE new_mail_templates RENAME TO mail_templates",
        ]
    }

    static let uniqueKeys = UniqueKeys(
        table: "mail_templates",
        keys: [UniqueKey("project", "tenant", "purpose", "language")]
    )

    private static let columns = Columns<MailTemplate>(
        Columns("purpose")(\.purpose),
        Columns("language")(\.language),
        Columns("subject")(\.subject),
        Columns("text")(\.text),
        Columns("html")(\.html)
    ) { MailTemplate(purpose: $0, language: $1, subject: $2, text: $3, html: $4) }

    private static let byPool = "project = :project AND tenant = :tenant"
    static let ofPool = Select(
        columns.view,
        "FROM mail_templates WHERE \(byPool) ORDER BY purpose, language"
    )
    static let set: SQLStatement = {
        let names = UserPool.columns.names + columns.names
        return SQLStatement(
            """
            INSERT INTO mail_templates (\(names.joined(separator: ", "))) \
            VALUES (\(names.map { ":\($0)" }.joined(separator: ", "))) \
            ON CONFLICT (project, tenant, purpose, language) \
            DO UPDATE SET subject = excluded.subject, text = excluded.text, html = excluded.html
            """
        )
    }()
    static let delete = SQLStatement(
        "DELETE FROM mail_templates WHERE \(byPool) AND purpose = :purpose AND language = :language"
    )
    /// Deletes those of a deleted tenant.
    static let deleteAll = SQLStatement("DELETE FROM mail_templates WHERE \(byPool)")

    fileprivate static func arguments(_ template: MailTemplate, _ pool: UserPool) -> SQLArguments {
        columns.arguments(template).merging(UserPool.columns.arguments(pool)) { $1 }
    }

    fileprivate static func key(_ purpose: MailPurpose, _ language: String, _ pool: UserPool) -> SQLArguments
    {
        var arguments = UserPool.columns.arguments(pool)
        arguments["purpose"] = purpose.sqlValue
        arguments["language"] = language.sqlValue
        return arguments
    }
}

extension MailTemplateChange {
    var writes: [SQLWrite] {
        get throws(SQLError) {
            switch self {
            case .set(let template, let pool):
                let arguments = MailTemplates.arguments(template, pool)
                return [try SQLWrite(MailTemplates.set, arguments, changing: .exactlyOne)]
            case .delete(let purpose, let language, let pool):
                let arguments = MailTemplates.key(purpose, language, pool)
                return [try SQLWrite(MailTemplates.delete, arguments, changing: .any)]
            }
        }
    }
}

extension SQLRowReader: MailTemplateReader {
    func mailTemplates(_ lookup: MailTemplatesLookup) throws(StoreError) -> [MailTemplate] {
        try all(MailTemplates.ofPool, UserPool.columns.arguments(lookup.pool))
    }
}
