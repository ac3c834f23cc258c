package import CardeaIdentityDomain
import CardeaIdentityService
package import CardeaOperations

/// The text of mails for one purpose in one language.
package struct MailTemplateResource: ResourceMessage, Codable {
    package var purpose: MailPurpose?
    package var language: String?
    package var subject: String?
    package var text: String?
    package var html: String?

    package init() {}

    init(_ template: MailTemplate) {
        purpose = template.purpose
        language = template.language
        subject = template.subject
        text = template.text
        html = template.html
    }

    /// A mail that was made from a template.
    init(_ mail: OutgoingMail, _ purpose: MailPurpose) {
        self.purpose = purpose
        language = mail.language
        subject = mail.subject
        text = mail.text
        html = mail.html
    }

    var template: MailTemplate {
        get throws(FieldError) {
            MailTemplate(
                purpose: try purpose.required("purpose"),
                language: LanguageTag.normalized(try language.required("language")),
                subject: try subject.required("subject"),
                text: try text.required("text"),
                html: html
            )
        }
    }

    package static let fields = ResourceTable<Self> {
        ResourceField(\.purpose, "Purpose of the mails.", .required)
        ResourceField(\.language, .bytes(256), "Language as a BCP 47 tag, such as `pt-br`.", .required)
        ResourceField(\.subject, .bytes(4096), "Subject, at most 200 bytes.", .required)
        ResourceField(\.text, .bytes(65_536), "Text with placeholders such as `%LINK%`.", .required)
        ResourceField(\.html, .bytes(65_536), "HTML with the same placeholders.")
    }
}

/// The templates that a project or a tenant has of its own.
package struct MailTemplateList: OutputMessage, Codable {
    package let templates: [MailTemplateResource]

    package static let outputFields = OutputTable<Self> { OutputField(\.templates, "The templates.") }
}

struct MailTemplateRequest: InputMessage {
    var language: String?
    var preview: Bool?

    static let inputFields = InputTable<Self> {
        InputField(\.language, .bytes(256), "Language as a BCP 47 tag; defaults to that of the project.")
        InputField(\.preview, "Whether the placeholders have the values of an example.")
    }
}

/// Names a template.
package struct MailTemplateName: InputMessage, Encodable {
    package var purpose: MailPurpose?
    package var language: String?

    package init() {}

    package static let inputFields = InputTable<Self> {
        InputField(\.purpose, "Purpose of the mails.", .required())
        InputField(\.language, .bytes(256), "Language as a BCP 47 tag.", .required())
    }
}
