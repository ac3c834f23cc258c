import CardeaIdentityDomain
import CardeaSecrets

/// Creates the text of a mail and sends it.
struct MailSender: Sendable {
    let transport: any MessageTransport<OutgoingMail>
    let store: ServiceStore
    let projects: ProjectDirectory
    let vault: KeyVault
    let metrics: ServiceMetrics

    var channel: DeliveryChannel<Mail> {
        DeliveryChannel(
            name: "mail",
            idKey: "mail",
            purpose: { $0.purpose.rawValue },
            count: { metrics.count($0) },
            send: { mail async throws(DeliveryError) in try await transport.send(try await outgoing(mail)) }
        )
    }

    private func outgoing(_ mail: Mail) async throws(DeliveryError) -> OutgoingMail {
        let link: Secret
        do throws(ProjectDirectoryError) {
            // Another node may have changed the settings.
            try await projects.synchronize()
            link = try vault.link(of: mail)
        } catch {
            if case .store = error { throw .unreadableStore }
            throw .permanent("unusable_link", "The link was encrypted under another master key.")
        }
        guard let policy = projects.policy(in: mail.pool, of: nil) else {
            throw .permanent("unknown_project", "The project or the tenant has been deleted.")
        }
        do throws(IdentityError) {
            let templates = try await store.read(.effectiveMailTemplates(of: mail.pool))
            return MailRenderer(mail.pool.project, policy.mail, templates: templates).render(mail, link: link)
        } catch {
            throw .unreadableStore
        }
    }
}
