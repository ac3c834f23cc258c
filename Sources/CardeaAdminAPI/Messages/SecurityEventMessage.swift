import CardeaIdentityDomain
import CardeaIdentityService

/// A security event of a session.
package struct SecurityEventMessage: Codable, Sendable {
    /// Grows with each event.
    package let number: Int64
    /// The name of the kind, such as `token_reuse`.
    package let kind: String
    package let tenant: String?
    package let user: String
    /// The session, as the `sid` claim of its access tokens names it.
    package let session: String?
    /// Milliseconds since 1970.
    package let at: Int64
    /// The network address that the request came from.
    package let remoteAddress: String?

    init(_ recorded: RecordedSecurityEvent) {
        let event = recorded.event
        number = recorded.number
        kind = event.kind.rawValue
        tenant = event.pool.tenant?.rawValue
        user = event.user.rawValue
        session = event.session?.text
        at = event.at.milliseconds
        remoteAddress = event.remoteAddress
    }
}

/// One page of security events, newest first.
package struct SecurityEventListMessage: Codable, Sendable {
    package let events: [SecurityEventMessage]
    /// The `before` of the next page; `nil` at the end.
    package let next: Int64?
}
