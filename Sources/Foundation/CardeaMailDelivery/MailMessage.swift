/// A message to one recipient, as text and as HTML.
package struct MailMessage: Sendable, Equatable {
    /// Unique for ever; a second attempt has the same, so that a mail program may drop a second copy.
    package let id: String
    /// The name of the sender; control characters become spaces.
    package let senderName: String
    package let sender: MailAddress
    package let recipient: MailAddress
    package let replyTo: MailAddress?
    package let subject: String
    package let text: String
    package let html: String?
    /// The language of the text, as a BCP 47 tag.
    package let language: String
    /// Milliseconds since 1970.
    package let date: Int64

    package init(
        id: String,
        senderName: String,
        sender: MailAddress,
        recipient: MailAddress,
        replyTo: MailAddress? = nil,
        subject: String,
        text: String,
        html: String? = nil,
        language: String,
        date: Int64
    ) {
        self.id = id
        self.senderName = senderName
        self.sender = sender
        self.recipient = recipient
        self.replyTo = replyTo
        self.subject = subject
        self.text = text
        self.html = html
        self.language = language
        self.date = date
    }
}

/// An address that can be written unchanged to a header field and to a command of SMTP.
package struct MailAddress: Sendable, Hashable, CustomStringConvertible {
    package let description: String

    /// - Returns: `nil` if the text has characters of the syntax of SMTP or of messages, or more than 254 bytes.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count <= 254, let at = bytes.firstIndex(of: UInt8(ascii: "@")),
            at != bytes.startIndex, at != bytes.endIndex - 1
        else { return nil }
        let isAllowed = bytes.allSatisfy { (33...126).contains($0) && !#"<>()[]\,;:""#.utf8.contains($0) }
        guard isAllowed, bytes.lastIndex(of: UInt8(ascii: "@")) == at else { return nil }
        description = text
    }

    /// The part behind the `@`.
    package var domain: String { String(description.drop { $0 != "@" }.dropFirst()) }
}
