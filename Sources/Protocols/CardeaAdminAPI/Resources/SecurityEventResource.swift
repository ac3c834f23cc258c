package import CardeaIdentityDomain
import CardeaIdentityService
package import CardeaOperations

/// A security event of a user.
package struct SecurityEventResource: OutputMessage, Codable {
    package let number: Int64
    package let kind: SecurityEvent.Kind
    package let method: String?
    package let tenant: String?
    package let user: String
    package let session: String?
    package let at: Int64
    package let remoteAddress: String?
    package let actor: ActorResource?

    init(_ recorded: RecordedSecurityEvent) {
        let event = recorded.event
        number = recorded.number
        kind = event.kind
        method = event.method?.rawValue
        tenant = event.pool.tenant?.rawValue
        user = event.user.rawValue
        session = event.session?.text
        at = event.at.milliseconds
        remoteAddress = event.remoteAddress
        actor = recorded.actor.map(ActorResource.init)
    }

    package static let outputFields = OutputTable<Self> {
        OutputField(\.number, "Number of the event; later events have higher numbers.")
        OutputField(\.kind, "The kind of event.")
        OutputField(
            \.method,
            "How the owner of the address proved it: a provider, `email_link` or `password_reset`."
        )
        OutputField(\.tenant, "ID of the tenant; absent for the project itself.")
        OutputField(\.user, "ID of the user.")
        OutputField(\.session, "The session, as the claim `sid` of its access tokens names it.")
        OutputField(\.at, "Time of the event, in milliseconds since 1970.")
        OutputField(\.remoteAddress, "Network address that the request came from.")
        OutputField(\.actor, "The sender of the request; absent for an event of an older version.")
    }
}

/// The identity behind a change.
package struct ActorResource: OutputMessage, Codable {
    package let kind: String
    package let id: String?

    init(_ actor: RecordedActor) { (kind, id) = (actor.kind, actor.id) }

    package static let outputFields = OutputTable<Self> {
        OutputField(
            \.kind,
            "The kind: `app`, `user`, `administrator`, `serviceAccount`, `operator`, `emulator` or `server`."
        )
        OutputField(\.id, "The ID within the kind; absent if the kind says it all.")
    }
}

extension SecurityEvent.Kind: WireEnum, Codable {}

/// One page of security events, newest first.
package struct SecurityEventList: OutputMessage, Codable {
    package let events: [SecurityEventResource]
    package let next: Int64?

    package static let outputFields = OutputTable<Self> {
        OutputField(\.events, "The events.")
        OutputField(\.next, "The `before` of the next page; absent at the end.")
    }
}

struct SecurityEventRequest: InputMessage {
    var limit: Int64?
    var user: String?
    var kind: SecurityEvent.Kind?
    var since: Int64?
    var before: Int64?

    static let inputFields = InputTable<Self> {
        InputField(\.limit, 1...1000, "Largest number of events; defaults to 100.")
        InputField(
            \.user,
            .bytes(1024),
            "ID or e-mail address of a user; a prefix `id:`, `email:`, `phone:` or `name:` sets the kind."
        )
        InputField(\.kind, "The kind of event.")
        InputField(\.since, 0...Int64.max, "The oldest time, in milliseconds since 1970.")
        InputField(\.before, 0...Int64.max, "The `next` of the previous page.")
    }
}
