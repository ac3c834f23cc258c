package import CardeaIdentityDomain
package import CardeaSecrets

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
