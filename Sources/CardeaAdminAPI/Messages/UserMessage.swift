import CardeaIdentityDomain
import CardeaIdentityService

/// A user, as management shows one; moments are milliseconds since 1970.
package struct UserMessage: Codable, Sendable {
    package let id: String
    package let email: String?
    package let emailVerified: Bool
    package let displayName: String?
    package let photoURL: String?
    package let phoneNumber: String?
    package let userName: String?
    package let hasPassword: Bool
    package let disabled: Bool
    package let createdAt: Int64
    package let lastSignedInAt: Int64?

    init(_ user: User) {
        id = user.id.rawValue
        email = user.email?.description
        emailVerified = user.isEmailVerified
        displayName = user.displayName
        photoURL = user.photoURL
        phoneNumber = user.phoneNumber
        userName = user.userName
        hasPassword = user.passwordHash != nil
        disabled = user.isDisabled
        createdAt = user.createdAt.milliseconds
        lastSignedInAt = user.lastSignedInAt?.milliseconds
    }
}

/// One page of the users of a project, ordered by id.
package struct UserListMessage: Codable, Sendable {
    package let users: [UserMessage]
    /// The `after` of the next page; `nil` at the end.
    package let next: String?
}

/// A user to be made.
package struct NewUserMessage: Codable, Sendable {
    package var id: String?
    package var email: String?
    package var phoneNumber: String?
    package var userName: String?
    package var password: String?
    package var displayName: String?
    package var emailVerified: Bool?

    package init() {}
}

/// A change of a user.
package struct UserChangeMessage: Codable, Sendable {
    package let disabled: Bool

    package init(disabled: Bool) { self.disabled = disabled }
}
