package import CardeaCryptography
import Glibc

/// Hashes and checks passwords with argon2id, on threads of its own.
package final class PasswordHasher: Sendable {
    /// The longest password that is hashed, in bytes of UTF-8.
    package static let maximumLength = PasswordText.maximumLength

    package let parameters: Argon2Parameters
    private let threads: HashingThreads
    private let work: HashingWork
    private let random: SystemRandom
    private let recordWait: @Sendable (Duration) -> Void

    /// How many passwords wait for a thread.
    package var waiting: Int { threads.waiting }

    /// Starts the threads.
    ///
    /// - Parameters:
    ///   - parameters: What new hashes cost.
    ///   - threads: How many hash at once; as many as there are processors unless told.
    ///   - queueLimit: How many may wait for one; beyond it the longest line of an origin gives way.
    ///   - random: Where salts come from.
    ///   - recordWait: Takes how long a password waited for a thread.
    package init(
        parameters: Argon2Parameters = Argon2Parameters(),
        threads: Int = PasswordHasher.processors,
        queueLimit: Int = 256,
        random: SystemRandom = SystemRandom(),
        recordWait: @escaping @Sendable (Duration) -> Void = { _ in }
    ) {
        precondition(parameters.areSane, "argon2id cannot work with these parameters")
        self.parameters = parameters
        self.threads = HashingThreads(count: threads, queueLimit: queueLimit)
        self.random = random
        work = HashingWork(parameters)
        self.recordWait = recordWait
    }

    package static var processors: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// Hashes a new password.
    ///
    /// - Parameters:
    ///   - password: The password, which is normalised first (NFC).
    ///   - origin: Who causes the work; origins are served in turn.
    /// - Returns: The hash with its salt and parameters, in the PHC string format.
    /// - Throws: `tooLong` or `overloaded`.
    package func hash(
        _ password: String,
        for origin: String = ""
    ) async throws(PasswordHashingError) -> String {
        let bytes = try PasswordText(password).normalized
        let salt = random.bytes(parameters.saltLength)
        let hash = await run(for: origin) { [parameters, work] in
            work.derive(from: bytes, salt: salt, parameters: parameters)
        }
        guard let hash else { throw .overloaded }
        return EncodedHash(parameters: parameters, salt: salt, hash: hash).description
    }

    /// Compares a password with a stored hash.
    ///
    /// What is not a match costs the same work, whatever the stored hash costs: that of the costliest parameters that
    /// are in use here. So the time tells nobody whether there is a hash, nor how old it is.
    ///
    /// - Parameters:
    ///   - password: What the user gave.
    ///   - stored: The hash; `nil` for a user who is unknown or has none.
    ///   - origin: Who causes the work; origins are served in turn.
    /// - Returns: Always `mismatch` when there is no hash.
    /// - Throws: `malformedHash` for a stored hash that argon2id did not write, or `tooLong`, or
    ///   `overloaded`.
    package func verify(
        _ password: String,
        against stored: String?,
        for origin: String = ""
    ) async throws(PasswordHashingError) -> PasswordVerification {
        let text = try PasswordText(password)
        let expected = try stored.map { text throws(PasswordHashingError) in
            guard let hash = EncodedHash(text) else { throw .malformedHash }
            return hash
        }
        let used = expected?.parameters ?? parameters
        let salt = expected?.salt ?? random.bytes(parameters.saltLength)
        let verification: PasswordVerification? = await run(for: origin) { [parameters, work] in
            for form in text.forms {
                guard let hash = work.derive(from: form, salt: salt, parameters: used) else { return nil }
                if let expected, ConstantTime.equal(hash, expected.hash) {
                    return .match(needsRehash: used != parameters || form != text.normalized)
                }
                work.makeUp(for: used, by: form, salt: salt)
            }
            return .mismatch
        }
        guard let verification else { throw .overloaded }
        return verification
    }

    /// The work of all hashes since the start: KiB of memory × passes.
    package var workDone: Int { work.done }

    /// Refuses whoever waits or comes, and lets the threads end.
    package func shutdown() {
        threads.shutdown()
    }

    /// Runs work on one of the threads, and records how long it waited for one.
    private func run<Value: Sendable>(
        for origin: String,
        _ work: @escaping @Sendable () -> Value?
    ) async -> Value? {
        let arrival = ContinuousClock.now
        return await threads.run(for: origin) { [recordWait] in
            recordWait(arrival.duration(to: .now))
            return work()
        }
    }
}
