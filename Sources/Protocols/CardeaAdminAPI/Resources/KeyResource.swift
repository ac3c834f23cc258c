import CardeaIdentityDomain
import CardeaIdentityService
package import CardeaOperations

/// A key of the server, without its secret; moments are milliseconds since 1970.
package struct KeyResource: OutputMessage, Codable {
    package let id: String
    package let use: String
    package let project: String?
    package let algorithm: String
    package let state: String
    package let createdAt: Int64
    package let startsAt: Int64?
    package let supersededAt: Int64?
    package let retiredAt: Int64?

    init(_ key: SealedKey, _ state: KeyState) {
        id = key.id
        use = key.use.rawValue
        project = key.project?.rawValue
        algorithm = key.algorithm
        self.state = state.rawValue
        createdAt = key.createdAt.milliseconds
        startsAt = key.startsAt?.milliseconds
        supersededAt = key.supersededAt?.milliseconds
        retiredAt = key.retiredAt?.milliseconds
    }

    package static let outputFields = OutputTable<Self> {
        OutputField(\.id, "ID of the key, as tokens name it.")
        OutputField(\.use, "What the key is for.")
        OutputField(\.project, "ID of its project; absent for a key of the server.")
        OutputField(\.algorithm, "Algorithm of JOSE.")
        OutputField(\.state, "What the key does now: announced, active, verifying, expired or retired.")
        OutputField(\.createdAt, "Time of creation, from which the key is published.")
        OutputField(\.startsAt, "Time from which it is used for new tokens; absent if that was at once.")
        OutputField(\.supersededAt, "Time from which newer keys are used for new tokens.")
        OutputField(\.retiredAt, "Time from which its tokens are rejected.")
    }
}

/// Keys, newest first.
package struct KeyList: OutputMessage, Codable {
    package let keys: [KeyResource]

    package init(keys: [KeyResource]) { self.keys = keys }
    init(_ keys: [SealedKey], of projects: ProjectDirectory) {
        self.keys = keys.map { KeyResource($0, projects.state(of: $0)) }
    }

    package static let outputFields = OutputTable<Self> { OutputField(\.keys, "The keys.") }
}

/// The rotation of keys.
package struct KeyRotation: InputMessage, Encodable {
    package var retiringOthers: Bool?
    package var atOnce: Bool?

    package init() {}
    package init(retiringOthers: Bool, atOnce: Bool) {
        self.retiringOthers = retiringOthers
        self.atOnce = atOnce
    }

    package static let inputFields = InputTable<Self> {
        InputField(
            \.retiringOthers,
            "Whether the older keys stop working at once, if a key has leaked.",
            .required()
        )
        InputField(
            \.atOnce,
            "Whether a signing key is used without an announcement; verifiers that cache keys reject its tokens at first."
        )
    }
}
