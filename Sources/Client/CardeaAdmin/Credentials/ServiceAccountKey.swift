internal import CardeaCryptography
internal import CardeaEncodings
public import Foundation

/// The key of a service account: a JSON file that `cardea service-account create` or Google's console writes.
///
/// It is a secret: its holder can administer the project. It never prints.
public struct ServiceAccountKey: Sendable {
    /// The project of the account.
    public let projectID: String
    /// The name of the account, in the form of an address.
    public let clientEmail: String
    /// The ID of the key.
    public let keyID: String
    /// Where assertions are exchanged for access tokens.
    public let tokenURL: URL
    let key: PrivateKey

    /// Reads a key file.
    ///
    /// - Throws: `invalidServiceAccount` if the file cannot be read or has another form.
    public init(file: URL) throws(AdminError) {
        guard let json = try? Data(contentsOf: file) else {
            throw AdminError(.invalidServiceAccount, detail: "the key file cannot be read")
        }
        try self.init(json: json)
    }

    /// Reads the content of a key file.
    ///
    /// - Throws: `invalidServiceAccount` if it has another form.
    public init(json: Data) throws(AdminError) {
        guard let file = try? JSONDecoder().decode(KeyFile.self, from: json) else {
            throw AdminError(.invalidServiceAccount, detail: "this is not the JSON of a key file")
        }
        guard file.type == "service_account", let tokenURL = URL(string: file.token_uri),
            tokenURL.host() != nil
        else {
            throw AdminError(.invalidServiceAccount, detail: "type or token_uri is invalid")
        }
        guard let bytes = Self.pkcs8(file.private_key), let key = try? PrivateKey(pkcs8: bytes) else {
            throw AdminError(.invalidServiceAccount, detail: "private_key is not a PRIVATE KEY block")
        }
        projectID = file.project_id
        clientEmail = file.client_email
        keyID = file.private_key_id
        self.tokenURL = tokenURL
        self.key = key
    }

    /// The bytes of a `PRIVATE KEY` block (RFC 7468 §10).
    private static func pkcs8(_ pem: String) -> [UInt8]? {
        let lines = pem.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
        guard lines.first == "-----BEGIN PRIVATE KEY-----", lines.last == "-----END PRIVATE KEY-----" else {
            return nil
        }
        return Base64.decode(lines.dropFirst().dropLast().joined().utf8)
    }

    private struct KeyFile: Decodable {
        let type: String
        let project_id: String
        let private_key_id: String
        let private_key: String
        let client_email: String
        let token_uri: String
    }
}

extension ServiceAccountKey: CustomStringConvertible, CustomReflectable {
    /// The name of the account and the ID of the key.
    public var description: String { "ServiceAccountKey(\(clientEmail), \(keyID))" }
    /// Shows nothing of the key.
    public var customMirror: Mirror { Mirror(self, children: ["clientEmail": clientEmail, "keyID": keyID]) }
}
