package import CardeaIdentityDomain
package import CardeaSecrets

/// The way to a gateway that sends text messages.
package protocol TextMessageTransport: Sendable {
    /// Sends a message.
    ///
    /// - Throws: Why the gateway has not accepted it.
    func send(_ message: OutgoingTextMessage) async throws(TextMessageTransportError)
}

/// A message as its recipient reads it; its text is a secret.
package struct OutgoingTextMessage: Redacted {
    /// The same in each attempt: the gateway can recognise a message that it has accepted already.
    package let id: TextMessageID
    package let project: ProjectID
    package let tenant: TenantID?
    package let purpose: TextMessagePurpose
    /// A phone number in E.164 form.
    package let recipient: String
    package let language: String
    package let text: String
    /// The code that the text contains, for gateways with templates of their own.
    package let code: Secret
    package let expiresAt: Timestamp
}

/// Why a message was not sent.
package struct TextMessageTransportError: Error, Sendable, Equatable {
    /// Whether another attempt would fail, too.
    package let isPermanent: Bool
    /// One word for the log.
    package let reason: String
    /// The HTTP status of the gateway.
    package let status: Int?
    /// The error and its remedy, for the operator; without the content of the message.
    package let description: String

    package init(isPermanent: Bool, reason: String, status: Int? = nil, description: String) {
        self.isPermanent = isPermanent
        self.reason = reason
        self.status = status
        self.description = description
    }
}
