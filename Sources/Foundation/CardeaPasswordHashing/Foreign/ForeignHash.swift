package import CardeaCryptography
import CardeaSecrets

/// A password hash that another program made: an imported one.
///
/// Its costs are within `Limits`. It is replaced by argon2id at the first sign-in.
package struct ForeignHash: Redacted, Equatable {
    /// The way in which the hash is computed.
    package enum Function: Redacted, Equatable {
        /// The hash of salt and password, hashed again `rounds` - 1 times.
        case digest(MessageDigest, rounds: Int, SaltPlace)
        case hmac(MessageDigest, key: [UInt8], SaltPlace)
        case pbkdf2(MessageDigest, rounds: Int)
        case scrypt(ScryptCost)
        /// Firebase's variant: the key that scrypt derives encrypts the signer key.
        case firebaseScrypt(ScryptCost, signerKey: [UInt8])
        case argon2(Argon2.Variant, Argon2.Version, Argon2Cost, associatedData: [UInt8])
        /// The text of the hash, which holds the cost and the salt: `$2b$10$…`.
        case bcrypt(String)
    }

    /// The position of the salt in the hashed bytes.
    package enum SaltPlace: String, Sendable {
        case beforePassword = "s"
        case afterPassword = "p"
    }

    package let function: Function
    /// Empty for bcrypt.
    package let salt: [UInt8]
    package let hash: [UInt8]

    /// Creates a hash.
    ///
    /// - Throws: If a parameter or a length is not allowed.
    package init(_ function: Function, salt: [UInt8], hash: [UInt8]) throws(ForeignHashError) {
        self.function = try Limits.checked(function)
        self.salt = salt
        self.hash = hash
        try Limits.check(self)
    }
}

/// The cost of scrypt (RFC 7914 §2).
package struct ScryptCost: Sendable, Equatable {
    /// The binary logarithm of N.
    package let logN: Int
    package let r: Int
    package let p: Int

    package init(logN: Int, r: Int, p: Int) {
        self.logN = logN
        self.r = r
        self.p = p
    }

    /// The memory of one check, at least 1 KiB.
    var memoryKiB: Int { max(1, (r << logN) / 8) }
}

/// The cost of argon2 (RFC 9106 §3.1).
package struct Argon2Cost: Sendable, Equatable {
    package let memoryKiB: Int
    package let iterations: Int
    package let parallelism: Int

    package init(memoryKiB: Int, iterations: Int, parallelism: Int) {
        self.memoryKiB = memoryKiB
        self.iterations = iterations
        self.parallelism = parallelism
    }
}

/// The reason why a password hash is not imported.
package enum ForeignHashError: Error, Sendable, Equatable, CustomStringConvertible {
    case unknownAlgorithm(String)
    case missing(String)
    case outOfRange(String, ClosedRange<Int>)
    /// One sign-in would take too much time or memory.
    case tooExpensive
    case wrongLength(String, Int)
    case invalid(String)

    package var description: String {
        switch self {
        case .unknownAlgorithm(let name): "the hash algorithm '\(name.prefix(40))' is unknown"
        case .missing(let name): "\(name) is missing"
        case .outOfRange(let name, let range):
            "\(name) must be from \(range.lowerBound) to \(range.upperBound)"
        case .tooExpensive:
            "the hash is too expensive: a sign-in would take more than half a second or 128 MiB"
        case .wrongLength(let name, let count): "\(name) must have \(count) bytes"
        case .invalid(let what): what
        }
    }
}
