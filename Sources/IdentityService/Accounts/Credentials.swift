import IdentityDomain

/// An e-mail address and a password that go together.
struct Credentials {
    let email: EmailAddress
    let password: String

    /// - Throws: `.missingEmail`, `.invalidEmail`, `.missingPassword`: the same for every account.
    init(email: String, password: String) throws(IdentityError) {
        self.email = try EmailAddress(given: email)
        guard !password.isEmpty else { throw .missingPassword }
        self.password = password
    }

    /// - Returns: `nil` when neither is given.
    init?(email: String?, password: String?) throws(IdentityError) {
        guard email != nil || password != nil else { return nil }
        try self.init(email: email ?? "", password: password ?? "")
    }
}

/// The texts of a profile, checked.
struct Profile {
    private let displayName: Field<String>
    private let photoURL: Field<String>

    init(displayName: Field<String>, photoURL: Field<String>) throws(IdentityError) {
        if case .set(let name) = displayName, !ProfileRules.isDisplayName(name) { throw .invalidDisplayName }
        if case .set(let url) = photoURL, !ProfileRules.isPhotoURL(url) { throw .invalidPhotoURL }
        self.displayName = displayName
        self.photoURL = photoURL
    }

    init(displayName: String?, photoURL: String?) throws(IdentityError) {
        try self.init(
            displayName: displayName.map { .set($0) } ?? .keep,
            photoURL: photoURL.map { .set($0) } ?? .keep
        )
    }

    func apply(to user: inout User) {
        displayName.apply(to: &user.displayName)
        photoURL.apply(to: &user.photoURL)
    }
}

extension Field {
    func apply(to value: inout Value?) {
        switch self {
        case .keep: break
        case .set(let new): value = new
        case .clear: value = nil
        }
    }

    /// What is to be set, if anything is.
    var newValue: Value? {
        if case .set(let value) = self { value } else { nil }
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
