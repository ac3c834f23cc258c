import CardeaIdentityDomain
package import CardeaOperations
package import CardeaSecrets

/// A user; moments are milliseconds since 1970.
package struct UserResource: ResourceMessage, Codable {
    package var id: String?
    package private(set) var tenant: String?
    package var email: String?
    package var emailVerified: Bool?
    package var password: Secret?
    package var displayName: String?
    package var photoURL: String?
    package var phoneNumber: String?
    package var userName: String?
    package var customClaims: String?
    package private(set) var hasPassword: Bool?
    package var disabled: Bool?
    package private(set) var createdAt: Int64?
    package private(set) var lastSignedInAt: Int64?
    package private(set) var providers: [LinkedAccountResource]?
    package private(set) var sessions: Int64?

    package init() {}

    /// - Parameters:
    ///   - user: The user.
    ///   - identities: The accounts of the user at identity providers.
    ///   - sessions: The number of the active sessions of the user.
    init(_ user: User, _ identities: [FederatedIdentity], sessions: Int64) {
        self.init(user)
        providers = identities.sorted { $0.linkedAt < $1.linkedAt }.map(LinkedAccountResource.init)
        self.sessions = sessions
    }

    init(_ user: User) {
        id = user.id.rawValue
        tenant = user.pool.tenant?.rawValue
        email = user.email?.description
        emailVerified = user.isEmailVerified
        displayName = user.displayName
        photoURL = user.photoURL
        phoneNumber = user.phoneNumber
        userName = user.userName
        customClaims = user.customClaims
        hasPassword = user.passwordHash != nil
        disabled = user.isDisabled
        createdAt = user.createdAt.milliseconds
        lastSignedInAt = user.lastSignedInAt?.milliseconds
    }

    package static let fields = ResourceTable<Self> {
        ResourceField(\.id, .bytes(1024), "ID of the user; defaults to a random one.", .immutable)
        ResourceField(readOnly: \.tenant, "ID of the tenant; absent for a user of the project itself.")
        ResourceField(\.email, .bytes(1024), "E-mail address.")
        ResourceField(\.emailVerified, "Whether the user has proved the address.")
        ResourceField(\.password, .bytes(8192), "Password, of at most 4096 bytes.", .writeOnly)
        ResourceField(\.displayName, .bytes(4096), "Name, at most 256 characters.")
        ResourceField(\.photoURL, .bytes(4096), "URL of a picture.")
        ResourceField(\.phoneNumber, .bytes(256), "Phone number with + and the country code.")
        ResourceField(\.userName, .bytes(256), "User name.")
        ResourceField(\.customClaims, .bytes(4096), "Custom claims, as the JSON text of one object.")
        ResourceField(readOnly: \.hasPassword, "Whether the user has a password.", always: true)
        ResourceField(\.disabled, "Whether sign-in and tokens are rejected.")
        ResourceField(readOnly: \.createdAt, "Time of creation.", always: true)
        ResourceField(readOnly: \.lastSignedInAt, "Time of the last sign-in.")
        ResourceField(
            readOnly: \.providers,
            "Accounts at identity providers; a list of users does not have them."
        )
        ResourceField(readOnly: \.sessions, "Number of active sessions; a list of users does not have it.")
    }
}

/// An account of a user at an identity provider.
package struct LinkedAccountResource: OutputMessage, Codable {
    package let provider: String
    package let subject: String
    package let email: String?
    package let displayName: String?
    package let linkedAt: Int64
    package let lastSignedInAt: Int64?

    init(_ identity: FederatedIdentity) {
        provider = identity.id.provider.rawValue
        subject = identity.id.subject
        email = identity.email?.description
        displayName = identity.displayName
        linkedAt = identity.linkedAt.milliseconds
        lastSignedInAt = identity.lastSignedInAt?.milliseconds
    }

    package static let outputFields = OutputTable<Self> {
        OutputField(\.provider, "ID of the provider.")
        OutputField(\.subject, "ID of the user at the provider.")
        OutputField(\.email, "E-mail address at the provider.")
        OutputField(\.displayName, "Name at the provider.")
        OutputField(\.linkedAt, "Time at which the account was linked.")
        OutputField(\.lastSignedInAt, "Time of the last sign-in with the account.")
    }
}

/// One page of users, ordered by ID.
package struct UserList: OutputMessage, Codable {
    package let users: [UserResource]
    package let next: String?

    package init(users: [UserResource], next: String?) {
        self.users = users
        self.next = next
    }

    package static let outputFields = OutputTable<Self> {
        OutputField(\.users, "The users.")
        OutputField(\.next, "The `after` of the next page; absent at the end.")
    }
}

struct UserPageRequest: InputMessage {
    var limit: Int64?
    var after: String?
    var contains: String?

    static let inputFields = InputTable<Self> {
        InputField(\.limit, 1...1000, "Largest number of users; defaults to 100.")
        InputField(
            \.contains,
            .bytes(256),
            "A part of the e-mail address, the user name or the phone number. A page looks at 10000 users: it may have none, and not be the last."
        )
        InputField(\.after, .bytes(1024), "The `next` of the previous page.")
    }
}
