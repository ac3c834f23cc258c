import CardeaEncodings
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaPasswordHashing

/// Writes users as `firebase auth:export` does.
struct FirebaseWriter: UserWriter {
    enum Form { case json, csv }

    private let form: Form
    /// The hash function whose hashes are written; `nil` for that of the first user.
    private let algorithm: String?
    /// The function and the parameters of the file.
    private var options: [String]?
    private var hasUsers = false
    private var withoutHash = 0
    private var withOtherProviders = 0
    private var withUserName = 0
    private var withProofs = 0
    private var withPasswordTime = 0
    private var withOtherSignIns = 0

    init(_ form: Form, algorithm: String?) {
        self.form = form
        self.algorithm = algorithm?.uppercased()
    }

    var warnings: [String] {
        var warnings: [String] = []
        if let options {
            warnings.append(
                "import the file with \(options.joined(separator: " ")), and with the key if there is one"
            )
        }
        if withoutHash > 0 {
            warnings.append(
                "\(users(withoutHash)) a hash of another function, or with other parameters, and no password in the file"
            )
        }
        if withOtherProviders > 0 {
            warnings.append(
                "\(users(withOtherProviders)) accounts at providers that the CSV form does not have: use --format firebase-json"
            )
        }
        if withUserName > 0 {
            warnings.append(
                "\(users(withUserName)) a user name, which Firebase's forms do not have: use --format jsonl to keep it"
            )
        }
        if withProofs > 0 {
            warnings.append(
                "\(users(withProofs)) proofs of e-mail addresses, which Firebase's forms do not have: use --format jsonl to stay protected when a provider gives an address to another person"
            )
        }
        // 'firebase auth:import' rejects a file with these fields, although the lists of the server have them.
        if withPasswordTime > 0 {
            warnings.append(
                "\(users(withPasswordTime)) a time of the last change of the password, which Firebase's forms do not have: use --format jsonl to keep it"
            )
        }
        if withOtherSignIns > 0 {
            warnings.append(
                "\(users(withOtherSignIns)) signed in by a link or a custom token, which Firebase's forms do not say: use --format jsonl to keep it"
            )
        }
        return warnings
    }

    private func users(_ count: Int) -> String { count == 1 ? "1 user has" : "\(count) users have" }

    mutating func bytes(of lines: [ArraySlice<UInt8>]) throws(CommandFailure) -> [UInt8] {
        var bytes: [UInt8] = hasUsers || lines.isEmpty || form == .csv ? [] : Array("{\"users\": [\n".utf8)
        for line in lines {
            let record = try UserLineWriter.record(of: line)
            let hash = hash(of: record)
            if record.userName != nil { withUserName += 1 }
            if !record.emailProofs.isEmpty || record.recycledBy != nil { withProofs += 1 }
            if record.passwordChangedAt != nil { withPasswordTime += 1 }
            if record.signsInByEmailLink || record.usesCustomTokens { withOtherSignIns += 1 }
            switch form {
            case .json:
                if hasUsers { bytes += Array(",\n".utf8) }
                bytes += Self.json(record, hash)
            case .csv:
                bytes += Self.csv(record, hash)
                if record.providers.contains(where: { !FirebaseUser.providerIDs.contains(exact: $0.id) }) {
                    withOtherProviders += 1
                }
            }
            hasUsers = true
        }
        return bytes
    }

    mutating func end() -> [UInt8] {
        guard form == .json else { return [] }
        return Array((hasUsers ? "\n]}\n" : "{\"users\": []}\n").utf8)
    }

    private mutating func hash(of record: UserRecord) -> PlacedHash? {
        guard case .hash(let text) = record.password, let hash = PlacedHash(text) else { return nil }
        // Own texts.
        if options == nil, algorithm == nil || algorithm == hash.algorithm { options = hash.options }
        guard hash.options == options else {
            withoutHash += 1
            return nil
        }
        return hash
    }

    private static func json(_ record: UserRecord, _ hash: PlacedHash?) -> [UInt8] {
        var json = JSONText(capacity: 512)
        json.object { json in
            json.member("localId", record.id)
            if let tenant = record.tenant { json.member("tenantId", tenant) }
            if let email = record.email { json.member("email", email) }
            json.member("emailVerified", record.isEmailVerified)
            if let hash {
                json.member("passwordHash", Base64.encode(hash.hash))
                json.member("salt", Base64.encode(hash.salt))
            }
            if let name = record.displayName { json.member("displayName", name) }
            if let url = record.photoURL { json.member("photoUrl", url) }
            if let moment = record.lastSignedInAt { json.member("lastSignedInAt", "\(moment.milliseconds)") }
            if let moment = record.createdAt { json.member("createdAt", "\(moment.milliseconds)") }
            if let number = record.phoneNumber { json.member("phoneNumber", number) }
            json.member("disabled", record.isDisabled)
            if let claims = record.customClaims { json.member("customAttributes", claims) }
            json.name("providerUserInfo")
            json.array { json in
                for provider in record.providers { json.object { write(provider, to: &$0) } }
            }
        }
        return json.bytes
    }

    private static func write(_ provider: UserRecord.Provider, to json: inout JSONText) {
        json.member("providerId", provider.id)
        json.member("rawId", provider.subject)
        if let email = provider.email { json.member("email", email) }
        if let name = provider.displayName { json.member("displayName", name) }
        if let url = provider.photoURL { json.member("photoUrl", url) }
    }

    private static func csv(_ record: UserRecord, _ hash: PlacedHash?) -> [UInt8] {
        var columns = [String](repeating: "", count: 28)
        columns[0] = record.id
        columns[1] = record.email ?? ""
        columns[2] = "\(record.isEmailVerified)"
        columns[3] = hash.map { Base64.encode($0.hash) } ?? ""
        columns[4] = hash.map { Base64.encode($0.salt) } ?? ""
        columns[5] = record.displayName ?? ""
        columns[6] = record.photoURL ?? ""
        for (position, id) in FirebaseUser.providerIDs.enumerated() {
            guard let provider = record.providers.first(where: { $0.id.exact == id.exact }) else { continue }
            columns[7 + 4 * position] = provider.subject
            columns[8 + 4 * position] = provider.email ?? ""
            columns[9 + 4 * position] = provider.displayName ?? ""
            columns[10 + 4 * position] = provider.photoURL ?? ""
        }
        columns[23] = record.createdAt.map { "\($0.milliseconds)" } ?? ""
        columns[24] = record.lastSignedInAt.map { "\($0.milliseconds)" } ?? ""
        columns[25] = record.phoneNumber ?? ""
        columns[26] = "\(record.isDisabled)"
        // A row has one line. Between the values of JSON, a line break means the same as a space (RFC 8259 §2).
        columns[27] = String(
            decoding: (record.customClaims ?? "").utf8.map { $0 < 32 ? 32 : $0 },
            as: UTF8.self
        )
        return Array((columns.map(quoted).joined(separator: ",") + ",\n").utf8)
    }

    /// A field with quotes if it needs them (RFC 4180 §2).
    private static func quoted(_ field: String) -> String {
        let needsQuotes = field.utf8.contains { byte in
            [UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\r")].contains(byte)
        }
        guard needsQuotes || field.hasPrefix(" ") || field.hasSuffix(" ") else { return field }
        return "\"\(field.replacing("\"", with: "\"\""))\""
    }
}
