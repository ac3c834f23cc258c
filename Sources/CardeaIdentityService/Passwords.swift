import CardeaIdentityDomain
import CardeaPasswordHashing
import CardeaLogging

/// Checks, hashes and compares the passwords of users.
struct Passwords: Sendable {
    let hasher: PasswordHasher
    let logger: Logger

    /// Checks a password that is to be set.
    ///
    /// - Throws: `.weakPassword` or `.commonPassword`
    func check(new password: String, _ policy: Policy) throws(IdentityError) {
        guard password.count >= policy.passwords.minimumLength else {
            throw .weakPassword(minimum: policy.passwords.minimumLength)
        }
        if policy.passwords.rejectsCommon, CommonPasswords.contains(password) { throw .commonPassword }
    }

    /// Hashes a password; `nil` for the caller where an administrator causes the work.
    func hash(_ password: String, for caller: Caller?) async throws(IdentityError) -> String {
        do {
            return try await hasher.hash(password, for: caller?.network.name ?? "administrator")
        } catch {
            throw IdentityError(error).logged(by: logger)
        }
    }

    /// Compares a password with a hash; without a hash, the same work is done.
    func verify(
        _ password: String,
        against hash: String?,
        for caller: Caller
    ) async throws(IdentityError) -> PasswordVerification {
        do {
            return try await hasher.verify(password, against: hash, for: caller.network.name)
        } catch {
            throw IdentityError(error).logged(by: logger)
        }
    }
}
