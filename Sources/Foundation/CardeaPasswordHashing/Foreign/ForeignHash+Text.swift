import CardeaCryptography
import CardeaEncodings

/// The text form of a foreign hash, shaped like the PHC string format:
///
///     $sha256$i=1,o=s$salt$hash              o: the salt is before (s) or after (p) the password
///     $hmac-sha256$o=p,k=KEY$salt$hash
///     $pbkdf2-sha256$i=100000$salt$hash
///     $scrypt$ln=14,r=8,p=1$salt$hash
///     $firebase-scrypt$ln=14,r=8,k=KEY$salt$hash
///     $argon2i$v=19$m=4096,t=3,p=1,data=DATA$salt$hash
///     $2b$10$…
extension ForeignHash {
    /// The longest text: the largest key, salt and hash in Base64.
    static let longestText = 2560

    /// Reads a stored text.
    ///
    /// - Throws: If the text has another form, or a parameter is not allowed.
    package init(_ text: String) throws(ForeignHashError) {
        try self.init(phc: text)
        // Each hash has one text, but for the first version of argon2.
        let isUnversioned = Self.isArgon2(text) && text.utf8.firstRange(of: "$v=".utf8) == nil
        guard isUnversioned || self.text.utf8.elementsEqual(text.utf8) else { throw Self.malformed }
    }

    private static func isArgon2(_ text: String) -> Bool {
        Argon2.Variant.allCases.contains { text.utf8.starts(with: "$\($0.rawValue)$".utf8) }
    }

    /// Reads a text in any spelling of the PHC string format.
    init(phc text: String) throws(ForeignHashError) {
        guard text.utf8.count <= Self.longestText else { throw .invalid("the hash is too long") }
        if text.utf8.starts(with: "$2".utf8) {
            try self.init(.bcrypt(text), salt: [], hash: [])
            return
        }
        var parts = text.split(separator: "$", omittingEmptySubsequences: false).map(String.init)
        guard parts.count >= 5, parts.removeFirst().isEmpty else { throw Self.malformed }
        let name = parts.removeFirst()
        var version: String?
        if parts[0].hasPrefix("v=") { version = String(parts.removeFirst().dropFirst(2)) }
        guard parts.count == 3, let salt = Self.bytes(spelled: parts[1]),
            let hash = Self.bytes(spelled: parts[2])
        else { throw Self.malformed }
        var fields = try Fields(Self.parameters(spelled: parts[0], of: name))
        if let length = try fields.numberIfPresent("l"), length != hash.count {
            throw .wrongLength("the hash", length)
        }
        let function = try Self.function(named: name, version: version, &fields)
        try fields.requireEnd()
        try self.init(function, salt: salt, hash: hash)
    }

    private static func function(
        named name: String,
        version: String?,
        _ fields: inout Fields
    ) throws(ForeignHashError) -> Function {
        if let variant = Argon2.Variant(rawValue: name) {
            // Texts of the first version do not name it.
            guard let version = Argon2.Version(text: version ?? "16") else { throw malformed }
            let cost = Argon2Cost(
                memoryKiB: try fields.number("m"),
                iterations: try fields.number("t"),
                parallelism: try fields.number("p")
            )
            return .argon2(variant, version, cost, associatedData: try fields.bytes("data") ?? [])
        }
        guard version == nil else { throw malformed }
        if name == "scrypt" {
            return .scrypt(
                ScryptCost(
                    logN: Self.logN(spelled: try fields.number("ln")),
                    r: try fields.number("r"),
                    p: try fields.number("p")
                )
            )
        }
        if name == "firebase-scrypt" {
            let cost = ScryptCost(logN: try fields.number("ln"), r: try fields.number("r"), p: 1)
            return .firebaseScrypt(cost, signerKey: try fields.bytes("k") ?? [])
        }
        if let digest = MessageDigest(rawValue: name) {
            return .digest(digest, rounds: try fields.number("i"), try fields.saltPlace())
        }
        if name.hasPrefix("hmac-"), let digest = MessageDigest(rawValue: String(name.dropFirst(5))) {
            return .hmac(digest, key: try fields.bytes("k") ?? [], try fields.saltPlace())
        }
        if name == "pbkdf2" { return .pbkdf2(.sha1, rounds: try fields.number("i")) }
        if name.hasPrefix("pbkdf2-"), let digest = MessageDigest(rawValue: String(name.dropFirst(7))) {
            return .pbkdf2(digest, rounds: try fields.number("i"))
        }
        throw .unknownAlgorithm(name)
    }

    /// The text, from which `init(_:)` makes the same hash.
    package var text: String {
        if case .bcrypt(let text) = function { return text }
        return "$\(name)$\(parameters)$\(Base64.encodeUnpadded(salt))$\(Base64.encodeUnpadded(hash))"
    }

    /// The name of the function and its digest: `pbkdf2-sha256`.
    package var name: String {
        switch function {
        case .digest(let digest, _, _): digest.rawValue
        case .hmac(let digest, _, _): "hmac-\(digest)"
        case .pbkdf2(let digest, _): "pbkdf2-\(digest)"
        case .scrypt: "scrypt"
        case .firebaseScrypt: "firebase-scrypt"
        case .argon2(let variant, _, _, _): variant.rawValue
        case .bcrypt: "bcrypt"
        }
    }

    private var parameters: String {
        switch function {
        case .digest(_, let rounds, let place): "i=\(rounds),o=\(place.rawValue)"
        case .hmac(_, let key, let place): "o=\(place.rawValue),k=\(Base64.encodeUnpadded(key))"
        case .pbkdf2(_, let rounds): "i=\(rounds)"
        case .scrypt(let cost): "ln=\(cost.logN),r=\(cost.r),p=\(cost.p)"
        case .firebaseScrypt(let cost, let key):
            "ln=\(cost.logN),r=\(cost.r),k=\(Base64.encodeUnpadded(key))"
        case .argon2(_, let version, let cost, let data):
            "v=\(version.rawValue)$m=\(cost.memoryKiB),t=\(cost.iterations),p=\(cost.parallelism)"
                + (data.isEmpty ? "" : ",data=\(Base64.encodeUnpadded(data))")
        case .bcrypt: ""
        }
    }

    static let malformed = ForeignHashError.invalid(
        "the hash is not in the PHC string format, such as $argon2id$v=19$m=19456,t=2,p=1$salt$hash"
    )
}

/// The parameters of a hash: `m=4096,t=3,p=1`.
private struct Fields {
    private var values: [ExactText: String] = [:]

    init(_ text: String) throws(ForeignHashError) {
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2, values.updateValue(String(pair[1]), forKey: pair[0].exact) == nil else {
                throw ForeignHash.malformed
            }
        }
    }

    mutating func number(_ name: String) throws(ForeignHashError) -> Int {
        guard let number = try numberIfPresent(name) else { throw .missing(name) }
        return number
    }

    mutating func numberIfPresent(_ name: String) throws(ForeignHashError) -> Int? {
        guard let text = values.removeValue(forKey: name.exact) else { return nil }
        guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy(ASCII.isDigit),
            text == "0" || !text.hasPrefix("0"), let number = Int(text)
        else { throw ForeignHash.malformed }
        return number
    }

    mutating func bytes(_ name: String) throws(ForeignHashError) -> [UInt8]? {
        guard let text = values.removeValue(forKey: name.exact) else { return nil }
        guard let bytes = ForeignHash.bytes(spelled: text) else { throw ForeignHash.malformed }
        return bytes
    }

    mutating func saltPlace() throws(ForeignHashError) -> ForeignHash.SaltPlace {
        guard let place = values.removeValue(forKey: "o").flatMap(ForeignHash.SaltPlace.init) else {
            throw ForeignHash.malformed
        }
        return place
    }

    func requireEnd() throws(ForeignHashError) {
        guard values.isEmpty else { throw ForeignHash.malformed }
    }
}
