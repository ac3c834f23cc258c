import CardeaIdentityDomain
import CardeaPasswordHashing
import CardeaLogging

/// Checks, hashes and compares the passwords of users.
struct Passwords: Sendable {
    let hasher: PasswordHasher
    let vault: PasswordHashVault
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

    /// Compares a password with that of a user; without a user or a password, the same work is done.
    func verify(
        _ password: String,
        of user: User?,
        for caller: Caller
    ) async throws(IdentityError) -> PasswordVerification {
        let hash: String?
        do throws(ProjectDirectoryError) {
            hash = try user.flatMap { user throws(ProjectDirectoryError) in try vault.hash(of: user) }
        } catch {
            throw IdentityError.store(.damaged("a password hash")).logged(by: logger)
        }
        do {
            return try await hasher.verify(
                password,
                against: hash,
                for: caller.network.name,
                in: caller.project.id.rawValue
            )
        } catch {
            throw IdentityError(error).logged(by: logger)
        }
    }
}
