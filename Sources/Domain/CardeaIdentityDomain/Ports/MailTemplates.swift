/// A change to the templates of a project or a tenant.
package enum MailTemplateChange: Sendable, Equatable {
    /// Adds a template, or replaces the one of the same purpose and language.
    case set(MailTemplate, UserPool)
    case delete(MailPurpose, language: String, UserPool)
}

/// The templates that a project or a tenant has of its own, ordered by purpose and language.
package struct MailTemplatesLookup: Lookup {
    package let pool: UserPool

    package var extent: ReadExtent { .manyRows }

    package func read(from reader: some RowReader) throws(StoreError) -> [MailTemplate] {
        try reader.mailTemplates(self)
    }
}

extension Lookup where Self == MailTemplatesLookup {
    package static func mailTemplates(of pool: UserPool) -> Self { MailTemplatesLookup(pool: pool) }
}

/// The templates for messages of a pool: those of the tenant, then those of the project.
package struct EffectiveMailTemplatesLookup: Lookup {
    package let pool: UserPool

    package var extent: ReadExtent { .manyRows }

    package func read(from reader: some RowReader) throws(StoreError) -> [MailTemplate] {
        let own = try reader.mailTemplates(.mailTemplates(of: pool))
        if pool.tenant == nil { return own }
        return own + (try reader.mailTemplates(.mailTemplates(of: UserPool(project: pool.project))))
    }
}

extension Lookup where Self == EffectiveMailTemplatesLookup {
    package static func effectiveMailTemplates(of pool: UserPool) -> Self {
        EffectiveMailTemplatesLookup(pool: pool)
    }
}

package protocol MailTemplateReader {
    func mailTemplates(_ lookup: MailTemplatesLookup) throws(StoreError) -> [MailTemplate]
}
