public import Foundation

/// How another system hashed the passwords of the users that are imported.
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
    public enum SaltPlace: String, Sendable {
        case beforePassword = "SALT_AND_PASSWORD"
        case afterPassword = "PASSWORD_AND_SALT"
    }

    /// A variant of Argon2 (RFC 9106).
    public enum Argon2Variant: String, Sendable {
        case argon2d = "ARGON2_D"
        case argon2i = "ARGON2_I"
        case argon2id = "ARGON2_ID"
    }

    /// The members of the request.
    let parameters: Parameters

    /// bcrypt; the hash is its text, such as `$2b$10$…`.
    public static let bcrypt = PasswordHashFormat(Parameters(hashAlgorithm: "BCRYPT"))

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
        var parameters = Parameters(hashAlgorithm: digest.rawValue)
        parameters.rounds = rounds
        parameters.passwordHashOrder = saltPlace.rawValue
        return Self(parameters)
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
        var parameters = Parameters(hashAlgorithm: "HMAC_\(digest.rawValue)")
        parameters.signerKey = key.base64EncodedString()
        parameters.passwordHashOrder = saltPlace.rawValue
        return Self(parameters)
    }

    /// PBKDF2 (RFC 8018) with HMAC-SHA-256.
    ///
    /// - Parameter rounds: The iterations; Google accepts at most 120,000.
    /// - Returns: The format.
    public static func pbkdf2SHA256(rounds: Int) -> Self {
        var parameters = Parameters(hashAlgorithm: "PBKDF2_SHA256")
        parameters.rounds = rounds
        return Self(parameters)
    }

    /// PBKDF2 (RFC 8018) with HMAC-SHA-1.
    ///
    /// - Parameter rounds: The iterations; Google accepts at most 120,000.
    /// - Returns: The format.
    public static func pbkdf2SHA1(rounds: Int) -> Self {
        var parameters = Parameters(hashAlgorithm: "PBKDF_SHA1")
        parameters.rounds = rounds
        return Self(parameters)
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
        var parameters = Parameters(hashAlgorithm: "SCRYPT")
        parameters.signerKey = signerKey.base64EncodedString()
        parameters.saltSeparator = saltSeparator.base64EncodedString()
        parameters.rounds = rounds
        parameters.memoryCost = memoryCost
        return Self(parameters)
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
        var parameters = Parameters(hashAlgorithm: "STANDARD_SCRYPT")
        parameters.cpuMemCost = cost
        parameters.blockSize = blockSize
        parameters.parallelization = parallelization
        parameters.dkLen = hashLength
        return Self(parameters)
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
        var parameters = Parameters(hashAlgorithm: "ARGON2")
        parameters.argon2Parameters = Parameters.Argon2(
            hashType: variant.rawValue,
            memoryCostKib: memory,
            iterations: iterations,
            parallelism: parallelism,
            hashLengthBytes: hashLength
        )
        return Self(parameters)
    }

    private init(_ parameters: Parameters) { self.parameters = parameters }
}

extension PasswordHashFormat {
    /// The members of `accounts:batchCreate` that describe the hashes.
    struct Parameters: Encodable, Sendable {
        struct Argon2: Encodable, Sendable {
            let hashType: String
            let version = "VERSION_13"
            let memoryCostKib: Int
            let iterations: Int
            let parallelism: Int
            let hashLengthBytes: Int
        }

        let hashAlgorithm: String
        var signerKey: String?
        var saltSeparator: String?
        var rounds: Int?
        var memoryCost: Int?
        var cpuMemCost: Int?
        var parallelization: Int?
        var blockSize: Int?
        var dkLen: Int?
        var passwordHashOrder: String?
        var argon2Parameters: Argon2?

        init(hashAlgorithm: String) { self.hashAlgorithm = hashAlgorithm }
    }
}
