import CardeaPasswordHashing
import CardeaSecrets

/// For passwords of tests, which are no secrets.
extension PasswordHasher {
    func hash(_ password: String) async throws(PasswordHashingError) -> String {
        try await hash(Secret(password))
    }

    func verify(
        _ password: String,
        against hash: String?,
        in group: String = ""
    ) async throws(PasswordHashingError) -> PasswordVerification {
        try await verify(Secret(password), against: hash, in: group)
    }
}
