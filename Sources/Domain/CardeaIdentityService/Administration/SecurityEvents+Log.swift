import CardeaIdentityDomain
import CardeaLogging

extension Logger {
    /// Logs a security event that was stored, without secrets and addresses.
    func log(_ event: SecurityEvent, by actor: Actor) {
        var metadata: Metadata = [
            "event": .string(event.kind.rawValue), "project": .string(event.pool.project.rawValue),
            "actor": .dictionary(actor.fields.mapValues { .string($0) }),
            "user": .string(event.user.rawValue), "session": .string(event.session?.text ?? "-"),
        ]
        if let tenant = event.pool.tenant { metadata["tenant"] = .string(tenant.rawValue) }
        if let method = event.method { metadata["method"] = .string(method.rawValue) }
        if let address = event.remoteAddress { metadata["remote"] = .string(address) }
        warning(event.kind.message, metadata: metadata)
    }
}

extension SecurityEvent.Kind {
    fileprivate var message: Logger.Message {
        switch self {
        case .recoveryCode: "recovery code created for a user"
        case .tokenReuse: "refresh token reused; session revoked"
        case .twoNetworks: "refresh token used from two networks"
        case .rollForward: "refresh token ahead of the database; rolled forward"
        case .takeOver: "owner of an address proved it; earlier credentials and sessions ended"
        case .recycledAddress:
            "provider gave an address to another person; credentials of the former owner ended"
        }
    }
}
