import CardeaEncodings

/// A stored hash in the PHC string format: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`.
struct EncodedHash: Equatable {
    let parameters: Argon2Parameters
    let salt: [UInt8]
    let hash: [UInt8]

    init(parameters: Argon2Parameters, salt: [UInt8], hash: [UInt8]) {
        self.parameters = parameters
        self.salt = salt
        self.hash = hash
    }

    /// - Returns: `nil` for another format, algorithm or version, and for parameters out of range.
    init?(_ text: String) {
        guard text.utf8.count <= 256 else { return nil }
        let parts = text.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 6, parts[0].isEmpty, parts[1] == "argon2id", parts[2] == "v=19" else {
            return nil
        }
        let costs = parts[3].split(separator: ",", omittingEmptySubsequences: false)
        guard costs.count == 3,
            let memory = Self.decimal(costs[0], named: "m="),
            let iterations = Self.decimal(costs[1], named: "t="),
            let parallelism = Self.decimal(costs[2], named: "p="),
            let salt = Base64.decodeUnpadded(parts[4].utf8),
            let hash = Base64.decodeUnpadded(parts[5].utf8)
        else { return nil }
        let parameters = Argon2Parameters(
            memoryKiB: memory,
            iterations: iterations,
            parallelism: parallelism,
            saltLength: salt.count,
            hashLength: hash.count
        )
        guard parameters.areSane else { return nil }
        self.init(parameters: parameters, salt: salt, hash: hash)
    }

    var description: String {
        let costs = "m=\(parameters.memoryKiB),t=\(parameters.iterations),p=\(parameters.parallelism)"
        return "$argon2id$v=19$\(costs)$\(Base64.encodeUnpadded(salt))$\(Base64.encodeUnpadded(hash))"
    }

    private static func decimal(_ text: Substring, named name: String) -> Int? {
        guard text.hasPrefix(exact: name) else { return nil }
        let digits = Substring(text.utf8.dropFirst(name.utf8.count))
        guard (1...10).contains(digits.utf8.count), digits.utf8.allSatisfy(ASCII.isDigit) else {
            return nil
        }
        return digits.first == "0" ? nil : Int(digits)
    }
}
