package import CardeaIdentityDomain

/// The way in which an administrator names a user.
package enum UserSelector: Sendable {
    case id(UserID)
    case email(String)
    case phoneNumber(String)
    case identity(ProviderSubject)
    case userName(String)
}
