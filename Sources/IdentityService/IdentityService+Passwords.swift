import IdentityDomain
import PasswordHashing

extension IdentityService {
    /// Hashes a password that is to be set, if it is good enough.
    func hash(newPassword password: String, _ settings: ProjectSettings) async throws(IdentityError) -> String
    {
        guard password.count >= settings.minimumPasswordLength else {
            throw .weakPassword(minimum: settings.minimumPasswordLength)
        }
        return try await hash(password)
    }

    func hash(_ password: String) async throws(IdentityError) -> String {
        do {
            return try await passwords.hash(password)
        } catch {
            throw logged(IdentityError(error))
        }
    }

    /// Compares a password with a hash; without one, the same work is done for nothing.
    func verify(_ password: String, against hash: String?) async throws(IdentityError) -> PasswordVerification
    {
        do {
            return try await passwords.verify(password, against: hash)
        } catch {
            throw logged(IdentityError(error))
        }
    }
}
