internal import CardeaIdentityWire
public import Foundation

/// The way in which another system hashed the passwords of the users that are imported.
///
/// The first sign-in of a user verifies the password by this hash, and replaces the hash with the server's own.
public struct PasswordHashFormat: Sendable {
    /// A hash function of the SHA-2 family, SHA-1 or MD5.
    public enum Digest: String, Sendable {
        case md5 = "MD5"
        case sha1 = "SHA1"
        case sha256 = "SHA256"
        case sha512 = "SHA512"
    }

    /// Where the salt stands.
    public enum SaltPlace: Sendable {
        case beforePassword
        case afterPassword

        fileprivate var order: PasswordHashOrder {
            switch self {
            case .beforePassword: .saltFirst
            case .afterPassword: .passwordFirst
            }
        }
    }

    /// A variant of Argon2 (RFC 9106).
    public enum Argon2Variant: Sendable {
        case argon2d
        case argon2i
        case argon2id

        fileprivate var hashType: BatchCreateArgon2.HashType {
            switch self {
            case .argon2d: .argon2d
            case .argon2i: .argon2i
            case .argon2id: .argon2id
            }
        }
    }

    /// The import, without its users.
    let parameters: BatchCreateRequest

    /// bcrypt; the hash is its text, such as `$2b$10$…`.
    public static let bcrypt = Self("BCRYPT")

    /// A plain hash function.
    ///
    /// - Parameters:
    ///   - digest: The function.
    ///   - rounds: How often it is applied; at most 8192.
    ///   - saltPlace: Where the salt stands; defaults to before the password.
    /// - Returns: The format.
    public static func digest(
        _ digest: Digest,
        rounds: Int,
        saltPlace: SaltPlace = .beforePassword
    ) -> Self {
        Self(digest.rawValue) { parameters in
            parameters.rounds = Int64(rounds)
            parameters.passwordHashOrder = saltPlace.order
        }
    }

    /// HMAC (RFC 2104).
    ///
    /// - Parameters:
    ///   - digest: The function.
    ///   - key: The key.
    ///   - saltPlace: Where the salt stands; defaults to after the password.
    /// - Returns: The format.
    public static func hmac(
        _ digest: Digest,
        key: Data,
        saltPlace: SaltPlace = .afterPassword
    ) -> Self {
        Self("HMAC_\(digest.rawValue)") { parameters in
            parameters.signerKey = key.base64EncodedString()
            parameters.passwordHashOrder = saltPlace.order
        }
    }

    /// PBKDF2 (RFC 8018) with HMAC-SHA-256.
    ///
    /// - Parameter rounds: The iterations; Google accepts at most 120,000.
    /// - Returns: The format.
    public static func pbkdf2SHA256(rounds: Int) -> Self {
        Self("PBKDF2_SHA256") { $0.rounds = Int64(rounds) }
    }

    /// PBKDF2 (RFC 8018) with HMAC-SHA-1.
    ///
    /// - Parameter rounds: The iterations; Google accepts at most 120,000.
    /// - Returns: The format.
    public static func pbkdf2SHA1(rounds: Int) -> Self {
        Self("PBKDF_SHA1") { $0.rounds = Int64(rounds) }
    }

    /// Firebase's variant of scrypt; the console of Firebase shows the parameters of a project.
    ///
    /// - Parameters:
    ///   - signerKey: The key of the project.
    ///   - saltSeparator: Bytes behind each salt.
    ///   - rounds: The rounds; 1 to 8.
    ///   - memoryCost: The binary logarithm of N; 1 to 14.
    /// - Returns: The format.
    public static func firebaseScrypt(
        signerKey: Data,
        saltSeparator: Data,
        rounds: Int,
        memoryCost: Int
    ) -> Self {
        Self("SCRYPT") { parameters in
            parameters.signerKey = signerKey.base64EncodedString()
            parameters.saltSeparator = saltSeparator.base64EncodedString()
            parameters.rounds = Int64(rounds)
            parameters.memoryCost = Int64(memoryCost)
        }
    }

    /// scrypt (RFC 7914).
    ///
    /// - Parameters:
    ///   - cost: N, a power of 2.
    ///   - blockSize: r.
    ///   - parallelization: p.
    ///   - hashLength: The length of the hashes in bytes.
    /// - Returns: The format.
    public static func scrypt(
        cost: Int,
        blockSize: Int,
        parallelization: Int,
        hashLength: Int
    ) -> Self {
        Self("STANDARD_SCRYPT") { parameters in
            parameters.cpuMemCost = Int64(cost)
            parameters.blockSize = Int64(blockSize)
            parameters.parallelization = Int64(parallelization)
            parameters.dkLen = Int64(hashLength)
        }
    }

    /// Argon2 (RFC 9106), version 1.3.
    ///
    /// - Parameters:
    ///   - variant: The variant.
    ///   - memory: The memory in KiB.
    ///   - iterations: The number of passes.
    ///   - parallelism: The number of lanes.
    ///   - hashLength: The length of the hashes in bytes.
    /// - Returns: The format.
    public static func argon2(
        _ variant: Argon2Variant,
        memory: Int,
        iterations: Int,
        parallelism: Int,
        hashLength: Int
    ) -> Self {
        var argon2 = BatchCreateArgon2()
        argon2.hashType = variant.hashType
        argon2.version = .v13
        argon2.memoryCostKib = Int64(memory)
        argon2.iterations = Int64(iterations)
        argon2.parallelism = Int64(parallelism)
        argon2.hashLengthBytes = Int64(hashLength)
        return Self("ARGON2") { $0.argon2Parameters = argon2 }
    }

    private init(_ algorithm: String, _ set: (inout BatchCreateRequest) -> Void = { _ in }) {
        var parameters = BatchCreateRequest()
        parameters.hashAlgorithm = algorithm
        set(&parameters)
        self.parameters = parameters
    }
}
