import CardeaCryptography
import CardeaEncodings
package import CardeaSecrets

/// The way in which the passwords of an import are hashed, in the terms of Google's protocol and its SDKs.
package struct HashFormat: Sendable, Equatable {
    /// The name of the function, such as `HMAC_SHA256`, `SCRYPT` or `BCRYPT`.
    package var algorithm: String
    @Unprinted package var signerKey: [UInt8]?
    /// Bytes that were put behind each salt.
    package var saltSeparator: [UInt8] = []
    package var rounds: Int?
    /// Of `SCRYPT`: the binary logarithm of N.
    package var memoryCost: Int?
    /// Of `STANDARD_SCRYPT`: N.
    package var cpuMemoryCost: Int?
    package var parallelization: Int?
    package var blockSize: Int?
    package var derivedKeyLength: Int?
    /// Defaults to the algorithm's: before the password for plain hashes, after it for HMAC.
    package var saltPlace: ForeignHash.SaltPlace?
    package var argon2: Argon2Format?

    package struct Argon2Format: Sendable, Equatable {
        package var variant: Argon2.Variant
        package var version: Argon2.Version
        package var cost: Argon2Cost
        package var hashLength: Int?
        package var associatedData: [UInt8]

        package init(
            variant: Argon2.Variant,
            version: Argon2.Version = .v13,
            cost: Argon2Cost,
            hashLength: Int? = nil,
            associatedData: [UInt8] = []
        ) {
            self.variant = variant
            self.version = version
            self.cost = cost
            self.hashLength = hashLength
            self.associatedData = associatedData
        }
    }

    package init(algorithm: String) { self.algorithm = algorithm }

    /// Creates the stored form of one hash.
    ///
    /// - Parameters:
    ///   - hash: The bytes of the hash. Plain hashes and HMAC may be hexadecimal text, bcrypt is text.
    ///   - salt: The salt.
    /// - Returns: The hash in a text form that `PasswordHasher.verify` accepts.
    /// - Throws: If the algorithm is unknown, or a parameter is missing or not allowed.
    package func text(hash: [UInt8], salt: [UInt8]) throws(ForeignHashError) -> String {
        try ForeignHash(
            try function(hash),
            salt: algorithm == "BCRYPT" ? [] : salt + saltSeparator,
            hash: algorithm == "BCRYPT" ? [] : try bytes(of: hash)
        ).text
    }

    /// Checks the parameters without a hash, for the error before the first user.
    package func check() throws(ForeignHashError) {
        if algorithm != "BCRYPT" { _ = try ForeignHash.Limits.checked(try function([])) }
    }

    private func function(_ hash: [UInt8]) throws(ForeignHashError) -> ForeignHash.Function {
        if let digest = Self.digests[algorithm.exact] {
            return .digest(digest, rounds: try required(rounds, "rounds"), saltPlace ?? .beforePassword)
        }
        if let digest = digestOfHMAC {
            return .hmac(digest, key: try required(signerKey, "signerKey"), saltPlace ?? .afterPassword)
        }
        switch algorithm.exact {
        case "PBKDF_SHA1": return .pbkdf2(.sha1, rounds: try required(rounds, "rounds"))
        case "PBKDF2_SHA256": return .pbkdf2(.sha256, rounds: try required(rounds, "rounds"))
        case "SCRYPT":
            let cost = ScryptCost(
                logN: try required(memoryCost, "memoryCost"),
                r: try required(rounds, "rounds"),
                p: 1
            )
            return .firebaseScrypt(cost, signerKey: try required(signerKey, "signerKey"))
        case "STANDARD_SCRYPT": return try standardScrypt()
        case "ARGON2":
            let format = try required(argon2, "argon2Parameters")
            return .argon2(
                format.variant,
                format.version,
                format.cost,
                associatedData: format.associatedData
            )
        case "BCRYPT":
            guard let text = String(validating: hash, as: UTF8.self) else {
                throw .invalid("the bcrypt hash is not text")
            }
            return .bcrypt(text)
        default: throw .unknownAlgorithm(algorithm)
        }
    }

    private func standardScrypt() throws(ForeignHashError) -> ForeignHash.Function {
        let n = try required(cpuMemoryCost, "cpuMemCost")
        guard n >= 2, n & (n - 1) == 0 else { throw .invalid("cpuMemCost must be a power of 2") }
        return .scrypt(
            ScryptCost(
                logN: n.trailingZeroBitCount,
                r: try required(blockSize, "blockSize"),
                p: try required(parallelization, "parallelization")
            )
        )
    }

    /// The bytes of a hash, of which hexadecimal text has twice as many.
    private func bytes(of hash: [UInt8]) throws(ForeignHashError) -> [UInt8] {
        if let digest = Self.digests[algorithm.exact] ?? digestOfHMAC, hash.count == 2 * digest.count,
            let bytes = Hexadecimal.decode(hash)
        {
            return bytes
        }
        if let length = derivedKeyLength ?? argon2?.hashLength, length != hash.count {
            throw .wrongLength("the hash", length)
        }
        return hash
    }

    private var digestOfHMAC: MessageDigest? {
        let prefix = "HMAC_"
        guard algorithm.hasPrefix(exact: prefix) else { return nil }
        return Self.digests[Substring(algorithm.utf8.dropFirst(prefix.utf8.count)).exact]
    }

    private func required<Value>(_ value: Value?, _ name: String) throws(ForeignHashError) -> Value {
        guard let value else { throw .missing(name) }
        return value
    }

    private static let digests: [ExactText: MessageDigest] = [
        "MD5": .md5, "SHA1": .sha1, "SHA256": .sha256, "SHA512": .sha512,
    ]
}
