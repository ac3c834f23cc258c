import CardeaIdentityDomain
import CardeaLogging
import CardeaPasswordHashing
import CardeaSecrets

/// Checks, hashes and compares the passwords of users.
struct Passwords: Sendable {
    let hasher: PasswordHasher
    let vault: PasswordHashVault
    let logger: Logger

    /// Checks a password that is to be set.
    ///
    /// - Throws: `.password(.tooShort)`, `.password(.requirements)` or `.password(.common)`
    func check(new password: Secret, _ policy: Policy) throws(IdentityError) {
        try policy.passwords.check(password)
        if policy.passwords.rejectsCommon, CommonPasswords.contains(password.reveal()) {
            throw .password(.common)
        }
    }

    /// Hashes a password; `nil` for the caller where an administrator causes the work.
    func hash(_ password: Secret, for caller: Caller?) async throws(IdentityError) -> String {
        do {
            return try await hasher.hash(password, for: caller?.network.origin ?? .administrator)
        } catch {
            throw IdentityError(error).logged(by: logger)
        }
    }

    /// Compares a password with that of a user; without a user or a password, the same work is done.
    func verify(
        _ password: Secret,
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
                for: caller.network.origin,
                in: caller.project.id.rawValue
            )
        } catch {
            throw IdentityError(error).logged(by: logger)
        }
    }
}

extension Network {
    fileprivate var origin: JobOrigin { JobOrigin(name, in: wider?.name) }
}

extension PasswordPolicy {
    /// - Throws: `.password(.tooShort)` or `.password(.requirements)`
    func check(_ password: Secret) throws(IdentityError) {
        let missing = requirements(missingFrom: password.reveal())
        guard let first = missing.first else { return }
        if case .atLeast(let minimum) = first, missing.count == 1 {
            throw .password(.tooShort(minimum: minimum))
        }
        throw .password(.requirements(missing))
    }
}
