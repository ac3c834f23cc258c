import CardeaIdentityDomain
package import CardeaOperations
package import CardeaSecrets

/// A credential of an administrator, without its secret; moments are milliseconds since 1970.
package struct AdministratorResource: ResourceMessage, Codable {
    package private(set) var id: String?
    package var name: String?
    package var project: String?
    package var lifetime: Int64?
    package private(set) var createdAt: Int64?
    package private(set) var expiresAt: Int64?
    package private(set) var oneTime: Bool?

    package init() {}

    init(_ token: AdministratorToken) {
        id = token.id
        name = token.name
        project = token.project?.rawValue
        createdAt = token.createdAt.milliseconds
        expiresAt = token.expiresAt?.milliseconds
        oneTime = token.isOneTime
    }

    package static let fields = ResourceTable<Self> {
        ResourceField(readOnly: \.id, "ID of the credential.", always: true)
        ResourceField(\.name, .bytes(256), "Purpose of the credential, for lists.", [.required, .immutable])
        ResourceField(
            \.project,
            .bytes(256),
            "ID of the only project that it may manage; absent for all.",
            .immutable
        )
        ResourceField(
            \.lifetime,
            1...315_360_000,
            "Seconds until it expires; absent for no expiry.",
            [.writeOnly, .immutable]
        )
        ResourceField(readOnly: \.createdAt, "Time of creation.", always: true)
        ResourceField(readOnly: \.expiresAt, "Time of expiry; absent for no expiry.")
        ResourceField(readOnly: \.oneTime, "Whether its first use consumes it.", always: true)
    }
}

/// The credentials of administrators, oldest first.
package struct AdministratorList: OutputMessage, Codable {
    package let administrators: [AdministratorResource]

    init(_ tokens: [AdministratorToken]) { administrators = tokens.map(AdministratorResource.init) }

    package static let outputFields = OutputTable<Self> {
        OutputField(\.administrators, "The credentials, without their secrets.")
    }
}

/// A new credential; it is not shown again.
package struct AdministratorCredential: OutputMessage, Codable {
    package let id: String
    package let token: Secret

    package static let outputFields = OutputTable<Self> {
        OutputField(\.id, "ID of the credential.")
        OutputField(\.token, "The bearer token.")
    }
}
