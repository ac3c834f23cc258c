import CardeaIdentityDomain
import CardeaIdentityService
import CardeaMailDelivery
import CardeaSecrets

/// The mail server of the configuration.
struct SMTPTransport: MessageTransport {
    private let client: SMTPClient
    private let sender: MailAddress

    /// - Returns: `nil` if no mail server is configured.
    /// - Throws: If the file of the password cannot be read, or others may read it.
    init?(_ configuration: CardeaServer.Configuration) throws(CardeaServer.StartError) {
        let smtp = configuration.smtp
        guard let host = smtp.host, let sender = smtp.sender.flatMap({ MailAddress($0) }),
            let security = SMTPConfiguration.Security(rawValue: smtp.security)
        else { return nil }
        var settings = SMTPConfiguration(
            host: host,
            port: smtp.port == 0 ? nil : smtp.port,
            security: security,
            certificateAuthorities: smtp.certificateAuthorities,
            helloName: smtp.helloName ?? sender.domain
        )
        settings.timeout = smtp.timeout
        if let user = smtp.user, let file = smtp.passwordFile {
            settings.credentials = SMTPConfiguration.Credentials(
                user: user,
                password: try SettingFile.secret(
                    of: file,
                    setting: "smtp.passwordFile",
                    content: "password"
                )
            )
        }
        try SettingFile.checkReadable(smtp.certificateAuthorities, setting: "smtp.certificateAuthorities")
        self.sender = sender
        client = SMTPClient(settings)
    }

    func send(_ mail: OutgoingMail) async throws(DeliveryError) {
        guard let recipient = MailAddress(mail.recipient.description) else {
            throw DeliveryError(
                isPermanent: true,
                reason: "invalid_recipient",
                description: "The address of the recipient cannot be sent to."
            )
        }
        let message = MailMessage(
            id: mail.id.rawValue,
            senderName: mail.senderName,
            sender: sender,
            recipient: recipient,
            replyTo: mail.replyTo.flatMap { MailAddress($0.description) },
            subject: mail.subject,
            text: mail.text,
            html: mail.html,
            language: mail.language,
            date: mail.createdAt.milliseconds
        )
        do throws(SMTPError) {
            try await client.send(message)
        } catch {
            throw DeliveryError(
                isPermanent: error.isPermanent,
                reason: error.reason.rawValue,
                code: error.code,
                description: error.description
            )
        }
    }
}
