import CardeaIdentityDomain
import CardeaSecrets

/// An e-mail address and a password that go together.
struct Credentials {
    let email: EmailAddress
    let password: Secret

    /// - Throws: `.missingEmail`, `.invalidEmail`, `.missingPassword`: the same for every account.
    init(email: String, password: Secret) throws(IdentityError) {
        self.email = try EmailAddress(given: email)
        guard !password.isEmpty else { throw .missingPassword }
        self.password = password
    }

    /// - Returns: `nil` when neither is given.
    init?(email: String?, password: Secret?) throws(IdentityError) {
        guard email != nil || password != nil else { return nil }
        try self.init(email: email ?? "", password: password ?? "")
    }
}

extension EmailAddress {
    /// - Throws: `.missingEmail` for an empty text, `.invalidEmail` for anything but an address.
    init(given text: String) throws(IdentityError) {
        guard !text.isEmpty else { throw .missingEmail }
        guard let address = EmailAddress(text) else { throw .invalidEmail }
        self = address
    }
}
