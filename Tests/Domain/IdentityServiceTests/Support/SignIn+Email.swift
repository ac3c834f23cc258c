import CardeaIdentityDomain
import CardeaIdentityService
import CardeaSecrets

/// For the many tests whose users sign in by an address.
extension SignIn {
    func withPassword(
        email: String,
        password: Secret,
        lifetime: TimeSpan? = nil,
        reauthenticating user: SignedInCaller? = nil,
        by caller: Caller
    ) async throws(IdentityError) -> SignedIn {
        guard let address = EmailAddress(email) else { throw .input(.invalidEmail) }
        return try await withPassword(
            login: .email(address),
            password: password,
            lifetime: lifetime,
            reauthenticating: user,
            by: caller
        )
        .get()
    }
}
