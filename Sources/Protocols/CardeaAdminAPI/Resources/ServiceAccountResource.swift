import CardeaIdentityDomain
import CardeaIdentityService
package import CardeaOperations
import CardeaSecrets

/// A service account, with the IDs of its keys; moments are milliseconds since 1970.
package struct ServiceAccountResource: ResourceMessage, Codable {
    package struct Key: OutputMessage, Codable {
        package let id: String
        package let createdAt: Int64

        package static let outputFields = OutputTable<Self> {
            OutputField(\.id, "ID of the key.")
            OutputField(\.createdAt, "Time of creation.")
        }
    }

    package var name: String?
    package private(set) var project: String?
    package private(set) var email: String?
    package var displayName: String?
    package var disabled: Bool?
    package private(set) var createdAt: Int64?
    package private(set) var keys: [Key]?

    package init() {}

    init(_ account: ServiceAccount) {
        name = account.id.name
        project = account.id.project.rawValue
        email = account.id.email
        displayName = account.displayName
        disabled = account.isDisabled
        createdAt = account.createdAt.milliseconds
        keys = account.keys.map { Key(id: $0.id, createdAt: $0.createdAt.milliseconds) }
    }

    package static let fields = ResourceTable<Self> {
        ResourceField(\.name, .bytes(256), "Name within the project.", [.required, .immutable])
        ResourceField(readOnly: \.project, "ID of its project.", always: true)
        ResourceField(readOnly: \.email, "Its address: `client_email` in the key file.", always: true)
        ResourceField(\.displayName, .bytes(4096), "Purpose of the account, for lists.", .immutable)
        ResourceField(\.disabled, "Whether its tokens are rejected.")
        ResourceField(readOnly: \.createdAt, "Time of creation.", always: true)
        ResourceField(readOnly: \.keys, "Its keys, oldest first.", always: true)
    }
}

/// The service accounts of a project, by name.
package struct ServiceAccountList: OutputMessage, Codable {
    package let serviceAccounts: [ServiceAccountResource]

    package static let outputFields = OutputTable<Self> {
        OutputField(\.serviceAccounts, "The service accounts.")
    }
}

/// A private key with what SDKs need to use it: the JSON form of Google's key files.
///
/// It is not shown again.
struct ServiceAccountKeyFile: OutputMessage {
    let type = "service_account"
    let projectId: String
    let privateKeyId: String
    let privateKey: Secret
    let clientEmail: String
    let clientId: String
    let authUri: String
    let tokenUri: String

    init(_ key: ServiceAccounts.NewKey, server: String, tokenURL: String) {
        projectId = key.account.id.project.rawValue
        privateKeyId = key.keyID
        privateKey = key.privateKeyPEM
        clientEmail = key.account.id.email
        clientId = key.account.number
        authUri = "\(server)/oauth2/authorize"
        tokenUri = tokenURL
    }

    static let outputFields = OutputTable<Self>(naming: .snakeCase) {
        OutputField(\.type, "Always service_account.")
        OutputField(\.projectId, "ID of the project.")
        OutputField(\.privateKeyId, "ID of the key.")
        OutputField(\.privateKey, "A `PRIVATE KEY` block (RFC 7468 §10).")
        OutputField(\.clientEmail, "Address of the service account.")
        OutputField(\.clientId, "Number of the service account.")
        OutputField(\.authUri, "SDKs expect it, and do not use it.")
        OutputField(\.tokenUri, "URL at which an assertion gets an access token.")
    }
}
