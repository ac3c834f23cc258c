/// A change to the templates of a project.
package enum MailTemplateChange: Sendable, Equatable {
    /// Adds a template, or replaces the one of the same purpose and language.
    case set(MailTemplate, ProjectID)
    case delete(MailPurpose, language: String, ProjectID)
}

/// The templates of a project, ordered by purpose and language.
package struct MailTemplatesLookup: Lookup {
    package let project: ProjectID

    package var readsManyRows: Bool { true }

    package func read(from reader: some RowReader) throws(StoreError) -> [MailTemplate] {
        try reader.mailTemplates(self)
    }
}

extension Lookup where Self == MailTemplatesLookup {
    package static func mailTemplates(of project: ProjectID) -> Self { MailTemplatesLookup(project: project) }
}

package protocol MailTemplateReader {
    func mailTemplates(_ lookup: MailTemplatesLookup) throws(StoreError) -> [MailTemplate]
}
