package import CardeaCryptography
import Glibc
package import CardeaSecrets

/// Hashes passwords with argon2id and checks them, on threads of its own.
///
/// It also checks imported hashes of other functions, which a sign-in replaces.
package final class PasswordHasher: Sendable {
    /// The longest password that is hashed, in bytes of UTF-8.
    package static let maximumLength = PasswordText.maximumLength

    package let parameters: Argon2Parameters
    private let threads: HashingThreads
    private let work: HashingWork
    private let random: SystemRandom
    private let recordWait: @Sendable (Duration) -> Void

    /// Whether the system has started all threads.
    package let hasAllThreads: Bool
    /// The number of passwords that wait for a thread.
    package var waiting: Int { threads.waiting }

    /// Starts the threads.
    ///
    /// - Parameters:
    ///   - parameters: The cost of new hashes.
    ///   - threads: The number of threads; defaults to the number of processors.
    ///   - queueLimit: The largest number of waiting passwords; beyond it, the longest line of an origin loses its last one.
    ///   - random: The source of salts.
    ///   - recordWait: Receives the time that a password waited for a thread.
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
        hasAllThreads = threads > 0 && self.threads.count == threads
        self.random = random
        work = HashingWork(parameters)
        self.recordWait = recordWait
    }

    package static var processors: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// Hashes a new password.
    ///
    /// - Parameters:
    ///   - password: The password, which is normalised first (NFC).
    ///   - origin: The network that causes the work; origins are served in turn.
    /// - Returns: The hash with its salt and parameters, in the PHC string format.
    /// - Throws: `tooLong` or `overloaded`.
    package func hash(
        _ password: Secret,
        for origin: JobOrigin = JobOrigin()
    ) async throws(PasswordHashingError) -> String {
        let bytes = try PasswordText(password).normalized
        let salt = random.bytes(parameters.saltLength)
        let hash = await run(for: origin) { [work] in
            work.derive(from: bytes, salt: salt)
        }
        guard let hash else { throw .overloaded }
        return EncodedHash(parameters: parameters, salt: salt, hash: hash).description
    }

    /// Compares a password with a stored hash.
    ///
    /// A mismatch always takes as long as a check of the most expensive hash of the group. So the duration does not
    /// reveal whether there is a hash, nor its kind or age.
    ///
    /// - Parameters:
    ///   - password: The password that the user entered.
    ///   - stored: The hash; `nil` if the user is unknown or has no password.
    ///   - origin: The network that causes the work; origins are served in turn.
    ///   - group: The project of the user. Imported hashes of one project do not slow down another.
    /// - Returns: Always `mismatch` if there is no hash.
    /// - Throws: `malformedHash` if the stored text is not a hash, or too expensive; `tooLong`, or `overloaded`.
    package func verify(
        _ password: Secret,
        against stored: String?,
        for origin: JobOrigin = JobOrigin(),
        in group: String = ""
    ) async throws(PasswordHashingError) -> PasswordVerification {
        let text = try PasswordText(password)
        let expected = try stored.map { text throws(PasswordHashingError) in
            guard let hash = StoredHash(text) else { throw .malformedHash }
            return hash
        }
        let salt = random.bytes(parameters.saltLength)
        let verification: PasswordVerification? = await run(for: origin) { [parameters, work] in
            for form in text.forms {
                if let expected {
                    guard let isEqual = work.check(form, against: expected, in: group) else { return nil }
                    if isEqual {
                        let isOutdated = expected.isOutdated(for: parameters) || form != text.normalized
                        return .match(needsRehash: isOutdated)
                    }
                }
                work.makeUp(for: expected?.work ?? 0, by: form, salt: salt, in: group)
            }
            return .mismatch
        }
        guard let verification else { throw .overloaded }
        return verification
    }

    /// Checks the form and the cost of a hash that is to be imported.
    ///
    /// - Parameter text: One of Cardea's own hashes, or a foreign one in the spelling of any program.
    /// - Returns: The text to store.
    /// - Throws: If a sign-in with it would fail, or take too much time or memory.
    package func check(imported text: String) throws(ForeignHashError) -> String {
        guard let own = EncodedHash(text) else { return try ForeignHash(imported: text).text }
        // A server that makes more expensive hashes may import them.
        guard own.parameters.work <= max(ForeignHash.Limits.work, parameters.work),
            own.parameters.memoryKiB <= max(ForeignHash.Limits.memoryKiB, parameters.memoryKiB)
        else { throw .tooExpensive }
        return text
    }

    /// The work of all hashes since the start: KiB of memory × passes.
    package var workDone: Int { work.done }

    /// Runs work on one of the threads, and records how long it waited for one.
    private func run<Value: Sendable>(
        for origin: JobOrigin,
        _ work: @escaping @Sendable () -> Value?
    ) async -> Value? {
        let arrival = ContinuousClock.now
        return await threads.run(for: origin) { [recordWait] in
            recordWait(arrival.duration(to: .now))
            return work()
        }
    }
}
