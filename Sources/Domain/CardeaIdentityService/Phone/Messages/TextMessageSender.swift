import CardeaIdentityDomain
import CardeaSecrets

/// Creates the text of a text message and sends it.
struct TextMessageSender: Sendable {
    let transport: any MessageTransport<OutgoingTextMessage>
    let projects: ProjectDirectory
    let vault: KeyVault
    let metrics: ServiceMetrics

    var channel: DeliveryChannel<TextMessage> {
        DeliveryChannel(
            name: "text message",
            idKey: "message",
            purpose: { $0.purpose.rawValue },
            count: { metrics.countTextMessage($0) },
            send: { message async throws(DeliveryError) in
                try await transport.send(try await outgoing(message))
            }
        )
    }

    private func outgoing(_ message: TextMessage) async throws(DeliveryError) -> OutgoingTextMessage {
        let code: Secret
        do throws(ProjectDirectoryError) {
            // Another node may have changed the settings.
            try await projects.synchronize()
            code = try vault.code(of: message)
        } catch {
            if case .store = error { throw .unreadableStore }
            throw .permanent("unusable_code", "The code was encrypted under another master key.")
        }
        guard let policy = projects.policy(in: message.pool, of: nil) else {
            throw .permanent("unknown_project", "The project or the tenant has been deleted.")
        }
        let template = policy.phone.template(message.language, default: policy.mail.language)
        let project = message.pool.project
        return OutgoingTextMessage(
            id: message.id,
            project: project,
            tenant: message.pool.tenant,
            purpose: message.purpose,
            recipient: message.recipient,
            language: template.language,
            text: template.filled(code: code.reveal(), appName: policy.mail.appName ?? project.rawValue),
            code: code,
            expiresAt: message.expiresAt
        )
    }
}
