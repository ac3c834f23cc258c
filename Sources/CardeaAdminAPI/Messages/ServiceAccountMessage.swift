import CardeaIdentityDomain
import CardeaIdentityService

/// A service account, with the IDs of its keys; moments are milliseconds since 1970.
package struct ServiceAccountMessage: Codable, Sendable {
    package struct Key: Codable, Sendable {
        package let id: String
        package let createdAt: Int64
    }

    package let name: String
    package let project: String
    /// `client_email` in the key file.
    package let email: String
    package let displayName: String?
    package let disabled: Bool
    package let createdAt: Int64
    /// Oldest first.
    package let keys: [Key]

    init(_ account: ServiceAccount) {
        name = account.id.name
        project = account.id.project.rawValue
        email = account.id.email
        displayName = account.displayName
        disabled = account.isDisabled
        createdAt = account.createdAt.milliseconds
        keys = account.keys.map { Key(id: $0.id, createdAt: $0.createdAt.milliseconds) }
    }
}

/// The service accounts of a project, by name.
package struct ServiceAccountListMessage: Codable, Sendable {
    package let serviceAccounts: [ServiceAccountMessage]
}

/// A service account to create.
package struct NewServiceAccountMessage: Codable, Sendable {
    package let name: String
    package let displayName: String?

    package init(name: String, displayName: String?) {
        self.name = name
        self.displayName = displayName
    }
}

/// A change of a service account.
package struct ServiceAccountChangeMessage: Codable, Sendable {
    package let disabled: Bool

    package init(disabled: Bool) { self.disabled = disabled }
}

/// A private key with what SDKs need to use it: the JSON form of Google's key files.
///
/// It is not shown again.
package struct ServiceAccountKeyFile: Codable, Sendable {
    package let type: String
    package let projectID: String
    package let privateKeyID: String
    /// A `PRIVATE KEY` block.
    package let privateKey: String
    package let clientEmail: String
    package let clientID: String
    /// SDKs expect it, and do not use it.
    package let authURI: String
    package let tokenURI: String

    package enum CodingKeys: String, CodingKey {
        case type
        case projectID = "project_id"
        case privateKeyID = "private_key_id"
        case privateKey = "private_key"
        case clientEmail = "client_email"
        case clientID = "client_id"
        case authURI = "auth_uri"
        case tokenURI = "token_uri"
    }

    init(_ key: ServiceAccounts.NewKey, server: String, tokenURL: String) {
        type = "service_account"
        projectID = key.account.id.project.rawValue
        privateKeyID = key.keyID
        privateKey = key.privateKeyPEM
        clientEmail = key.account.id.email
        clientID = key.account.number
        authURI = "\(server)/oauth2/authorize"
        tokenURI = tokenURL
    }
}
