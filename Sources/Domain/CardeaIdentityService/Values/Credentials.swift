import CardeaIdentityDomain
import CardeaSecrets
import CardeaUserNames

/// A password that is to be set, with the names that it goes with: an e-mail address, a user name or both.
struct Credentials {
    let email: EmailAddress?
    let userName: UserName?
    let password: Secret

    /// - Throws: `.input(.missingEmail)`, `.input(.invalidEmail)`, `.input(.invalidUserName)`, `.password(.missing)`: the same for every account.
    init(email: String?, userName: String? = nil, password: Secret) throws(IdentityError) {
        self.userName = try userName.map { text throws(IdentityError) in try UserName(given: text) }
        if let email {
            self.email = try EmailAddress(given: email)
        } else {
            guard userName != nil else { throw .input(.missingEmail) }
            self.email = nil
        }
        guard !password.isEmpty else { throw .password(.missing) }
        self.password = password
    }

    /// - Returns: `nil` if nothing is given.
    init?(email: String?, userName: String?, password: Secret?) throws(IdentityError) {
        guard email != nil || userName != nil || password != nil else { return nil }
        try self.init(email: email, userName: userName, password: password ?? "")
    }

    /// The names that a user gets; attempts are counted by them.
    var names: [LoginName] { LoginName.all(email, userName) }

    /// Gives the names to a user.
    func name(_ user: inout User) {
        if let email, email != user.email { (user.email, user.isEmailVerified) = (email, false) }
        if let userName { user.setUserName(userName.unique) }
    }
}

extension EmailAddress {
    /// - Throws: `.input(.missingEmail)` for an empty text, `.input(.invalidEmail)` for anything but an address.
    init(given text: String) throws(IdentityError) {
        guard !text.isEmpty else { throw .input(.missingEmail) }
        guard let address = EmailAddress(text) else { throw .input(.invalidEmail) }
        self = address
    }
}
