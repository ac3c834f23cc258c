import CardeaIdentityDomain

/// A key of the server, without its secret; moments are milliseconds since 1970.
package struct KeyMessage: Codable, Sendable {
    package let id: String
    package let use: String
    package let project: String?
    package let algorithm: String
    package let createdAt: Int64
    package let supersededAt: Int64?
    package let retiredAt: Int64?

    init(_ key: SealedKey) {
        id = key.id
        use = key.use.rawValue
        project = key.project?.rawValue
        algorithm = key.algorithm
        createdAt = key.createdAt.milliseconds
        supersededAt = key.supersededAt?.milliseconds
        retiredAt = key.retiredAt?.milliseconds
    }
}

/// Keys, newest first.
package struct KeyListMessage: Codable, Sendable {
    package let keys: [KeyMessage]

    package init(keys: [KeyMessage]) { self.keys = keys }
}

/// How keys are rotated.
package struct RotationMessage: Codable, Sendable {
    /// Whether the older keys stop working at once: for keys that have leaked.
    package let retiringOthers: Bool

    package init(retiringOthers: Bool) { self.retiringOthers = retiringOthers }
}
