internal import Foundation
internal import CardeaIdentityWire

/// One user of the fake project.
struct FakeAccount {
    let id: String
    let createdAt: Date
    var lastSignInAt: Date
    var email: String?
    var password: String?
    var displayName: String?
    var photoURL: String?
    var emailVerified = false
    var isDisabled = false

    /// The user as in `accounts:lookup`.
    var info: AccountInfo {
        var info = AccountInfo(localId: id)
        info.email = email
        info.emailVerified = emailVerified
        info.displayName = displayName
        info.photoUrl = photoURL
        info.disabled = isDisabled
        info.createdAt = milliseconds(createdAt)
        info.lastLoginAt = milliseconds(lastSignInAt)
        info.providerUserInfo = email.map { [passwordProvider($0)] } ?? []
        return info
    }

    private func passwordProvider(_ email: String) -> ProviderUserInfo {
        var provider = ProviderUserInfo(providerId: "password")
        provider.rawId = email
        provider.federatedId = email
        provider.email = email
        provider.displayName = displayName
        provider.photoUrl = photoURL
        return provider
    }

    private func milliseconds(_ date: Date) -> String {
        String(Int64((date.timeIntervalSince1970 * 1000).rounded(.down)))
    }
}
