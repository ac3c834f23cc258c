internal import CardeaIdentityDomain
internal import CardeaSQLCore

/// The columns and statements of the templates of projects.
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

    static let uniqueKeys = UniqueKeys(
        table: "mail_templates",
        keys: [UniqueKey("project", "purpose", "language")]
    )

    private static let columns = Columns<MailTemplate>(
        Columns("purpose")(\.purpose),
        Columns("language")(\.language),
        Columns("subject")(\.subject),
        Columns("text")(\.text),
        Columns("html")(\.html)
    ) { MailTemplate(purpose: $0, language: $1, subject: $2, text: $3, html: $4) }

    static let ofProject = Select(
        columns.view,
        "FROM mail_templates WHERE project = :project ORDER BY purpose, language"
    )
    static let set = SQLStatement(
        """
        INSERT INTO mail_templates (project, \(columns.view.list)) \
        VALUES (:project, \(columns.names.map { ":\($0)" }.joined(separator: ", "))) \
        ON CONFLICT (project, purpose, language) \
        DO UPDATE SET subject = excluded.subject, text = excluded.text, html = excluded.html
        """
    )
    static let delete = SQLStatement(
        "DELETE FROM mail_templates WHERE project = :project AND purpose = :purpose AND language = :language"
    )

    fileprivate static func arguments(_ template: MailTemplate, _ project: ProjectID) -> SQLArguments {
        var arguments = columns.arguments(template)
        arguments["project"] = project.sqlValue
        return arguments
    }
}

extension MailTemplateChange {
    var writes: [SQLWrite] {
        get throws(SQLError) {
            switch self {
            case .set(let template, let project):
                let arguments = MailTemplates.arguments(template, project)
                return [try SQLWrite(MailTemplates.set, arguments, changing: .exactlyOne)]
            case .delete(let purpose, let language, let project):
                let values = [project.sqlValue, purpose.sqlValue, language.sqlValue]
                return [SQLWrite(MailTemplates.delete, values, changing: .any)]
            }
        }
    }
}

extension SQLRowReader: MailTemplateReader {
    func mailTemplates(_ lookup: MailTemplatesLookup) throws(StoreError) -> [MailTemplate] {
        try all(MailTemplates.ofProject, [lookup.project.sqlValue])
    }
}
