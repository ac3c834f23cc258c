package import Cryptography
import Glibc

/// Hashes and checks passwords with argon2id, on threads of its own.
package final class PasswordHasher: Sendable {
    /// The longest password that is hashed, in bytes of UTF-8.
    package static let maximumLength = 4096

    package let parameters: Argon2Parameters
    private let threads: HashingThreads
    private let random: SystemRandom

    /// Starts the threads.
    ///
    /// - Parameters:
    ///   - parameters: What new hashes cost.
    ///   - threads: How many hash at once; as many as there are processors unless told.
    ///   - queueLimit: How many may wait for one; the next is refused.
    ///   - random: Where salts come from.
    package init(
        parameters: Argon2Parameters = Argon2Parameters(),
        threads: Int = PasswordHasher.processors,
        queueLimit: Int = 256,
        random: SystemRandom = SystemRandom()
    ) {
        precondition(parameters.areSane, "argon2id cannot work with these parameters")
        self.parameters = parameters
        self.threads = HashingThreads(count: threads, queueLimit: queueLimit)
        self.random = random
    }

    package static var processors: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// Hashes a new password.
    ///
    /// - Returns: The hash with its salt and parameters, in the PHC string format.
    package func hash(_ password: String) async throws(PasswordHashingError) -> String {
        let bytes = try Self.bytes(of: password)
        let salt = random.bytes(parameters.saltLength)
        let hash = try await derive(from: bytes, salt: salt, parameters: parameters)
        return EncodedHash(parameters: parameters, salt: salt, hash: hash).description
    }

    /// Compares a password with a stored hash.
    ///
    /// - Parameters:
    ///   - password: What the user gave.
    ///   - stored: The hash; `nil` for a user who is unknown or has none, which costs the same work as one
    ///     who has.
    /// - Returns: Always `mismatch` when there is no hash.
    /// - Throws: `malformedHash` for a stored hash that argon2id did not write, or `tooLong`, or
    ///   `overloaded`.
    package func verify(
        _ password: String,
        against stored: String?
    ) async throws(PasswordHashingError) -> PasswordVerification {
        let bytes = try Self.bytes(of: password)
        guard let stored else {
            let salt = random.bytes(parameters.saltLength)
            _ = try await derive(from: bytes, salt: salt, parameters: parameters)
            return .mismatch
        }
        guard let expected = EncodedHash(stored) else { throw .malformedHash }
        let hash = try await derive(from: bytes, salt: expected.salt, parameters: expected.parameters)
        guard ConstantTime.equal(hash, expected.hash) else { return .mismatch }
        return .match(needsRehash: expected.parameters != parameters)
    }

    /// Refuses whoever waits or comes, and lets the threads end.
    package func shutdown() {
        threads.shutdown()
    }

    private func derive(
        from password: [UInt8],
        salt: [UInt8],
        parameters: Argon2Parameters
    ) async throws(PasswordHashingError) -> [UInt8] {
        let hash = await threads.run { Argon2id.derive(from: password, salt: salt, parameters: parameters) }
        guard let hash else { throw .overloaded }
        return hash
    }

    private static func bytes(of password: String) throws(PasswordHashingError) -> [UInt8] {
        guard password.utf8.count <= maximumLength else { throw .tooLong }
        return Array(password.utf8)
    }
}
