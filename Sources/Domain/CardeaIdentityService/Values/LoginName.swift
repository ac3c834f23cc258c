package import CardeaIdentityDomain
package import CardeaPhoneNumbers
package import CardeaUserNames

/// The name by which a user signs in with a password.
package enum LoginName: Sendable, Equatable {
    case email(EmailAddress)
    case userName(UserName)
    case phoneNumber(PhoneNumber)

    /// The names among an e-mail address and a user name.
    static func all(_ email: EmailAddress?, _ userName: UserName?) -> [LoginName] {
        [email.map(LoginName.email), userName.map(LoginName.userName)].compactMap(\.self)
    }

    func lookup(in pool: UserPool) -> UserLookup {
        switch self {
        case .email(let email): .email(email, pool)
        case .userName(let name): .userName(name.description, pool)
        case .phoneNumber(let number): .phoneNumber(number.description, pool)
        }
    }

    /// The name as attempts are counted by it; no two kinds share one.
    var account: String {
        switch self {
        case .email(let email): email.description
        case .userName(let name): name.description
        case .phoneNumber(let number): number.description
        }
    }
}

extension UserName {
    /// - Throws: `.input(.invalidUserName)` for a text that is not a user name.
    package init(given text: String) throws(IdentityError) {
        guard let name = UserName(text) else { throw .input(.invalidUserName) }
        self = name
    }

    /// The name as a user has it.
    var unique: UniqueUserName { UniqueUserName(description, skeleton: skeleton) }
}
