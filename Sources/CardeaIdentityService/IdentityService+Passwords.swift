import CardeaIdentityDomain
import CardeaPasswordHashing

extension IdentityService {
    /// Checks a password that is to be set.
    ///
    /// - Throws: `.weakPassword` or `.commonPassword`
    func check(newPassword password: String, _ policy: Policy) throws(IdentityError) {
        guard password.count >= policy.passwords.minimumLength else {
            throw .weakPassword(minimum: policy.passwords.minimumLength)
        }
        if policy.passwords.rejectsCommon, CommonPasswords.contains(password) { throw .commonPassword }
    }

    /// Hashes a password; `nil` for the caller where an administrator causes the work.
    func hash(_ password: String, for caller: Caller?) async throws(IdentityError) -> String {
        do {
            return try await passwords.hash(password, for: caller?.network.name ?? "administrator")
        } catch {
            throw logged(IdentityError(error))
        }
    }

    /// Compares a password with a hash; without one, the same work is done for nothing.
    func verify(
        _ password: String,
        against hash: String?,
        for caller: Caller
    ) async throws(IdentityError) -> PasswordVerification {
        do {
            return try await passwords.verify(password, against: hash, for: caller.network.name)
        } catch {
            throw logged(IdentityError(error))
        }
    }
}
