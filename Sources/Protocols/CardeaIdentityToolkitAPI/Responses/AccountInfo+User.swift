import CardeaEncodings
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaIdentityWire

extension UserAdministration {
    /// The form of a user for administrators.
    func accountInfo(of users: [User], in pool: UserPool) async throws(IdentityError) -> [AccountInfo] {
        let refreshes = try await lastRefreshes(of: users, in: pool)
        let identities = try await identities(of: users, in: pool)
        return users.map { user in
            var info = info(of: user, identities[user.id] ?? [], lastRefresh: refreshes[user.id])
            info.passwordHash = visibleHash(of: user) ?? info.passwordHash
            return info
        }
    }

    /// The form of a user for that user: of the last refresh, only the day.
    ///
    /// The exact time would help a thief of the user's tokens to refresh just after the app, and so to stay undetected.
    func accountInfo(of user: User) async throws(IdentityError) -> AccountInfo {
        let refreshes = try await lastRefreshes(of: [user], in: user.pool)
        let identities = try await identities(of: [user], in: user.pool)
        return info(of: user, identities[user.id] ?? [], lastRefresh: refreshes[user.id]?.startOfDay)
    }

    private func info(
        of user: User,
        _ identities: [FederatedIdentity],
        lastRefresh: Timestamp?
    ) -> AccountInfo {
        var info = AccountInfo(user, identities, lastRefresh: lastRefresh)
        if differences.contains(.salt) { info.salt = info.passwordHash }
        if differences.contains(.providerProfile) {
            info.screenName = identities.lazy.compactMap(\.screenName).first
        }
        return info
    }
}

extension AccountInfo {
    fileprivate init(_ user: User, _ identities: [FederatedIdentity], lastRefresh: Timestamp?) {
        self.init(localId: user.id.rawValue)
        email = user.email?.description
        initialEmail = user.initialEmail?.description
        emailVerified = user.email.map { _ in user.isEmailVerified }
        emailLinkSignin = user.signsInByEmailLink ? true : nil
        displayName = user.displayName
        photoUrl = user.photoURL
        phoneNumber = user.phoneNumber
        userName = user.userName
        providerUserInfo = ProviderUserInfo.all(of: user, identities)
        // Its presence shows clients that there is a password.
        passwordHash = user.passwordHash.map { _ in Self.redactedHash }
        passwordUpdatedAt = user.passwordChangedAt?.milliseconds
        validSince = String(user.validSince.seconds)
        disabled = user.isDisabled
        createdAt = String(user.createdAt.milliseconds)
        lastLoginAt = user.lastSignedInAt.map { String($0.milliseconds) }
        lastRefreshAt = lastRefresh?.internetTime
        customAttributes = user.customClaims
        customAuth = user.usesCustomTokens ? true : nil
        tenantId = user.pool.tenant?.rawValue
    }

    /// "REDACTED" in Base64, as Google's servers say it.
    private static let redactedHash = "UkVEQUNURUQ="
}

extension ProviderUserInfo {
    /// The ways in which a user can sign in; `nil` if there is no way.
    static func all(of user: User, _ identities: [FederatedIdentity]) -> [ProviderUserInfo]? {
        let providers =
            [password(of: user)].compactMap(\.self) + identities.map(ProviderUserInfo.init)
            + [phone(of: user)].compactMap(\.self)
        return providers.isEmpty ? nil : providers
    }

    private init(_ identity: FederatedIdentity) {
        self.init(providerId: identity.id.provider.rawValue)
        rawId = identity.id.subject
        federatedId = identity.id.subject
        email = identity.email?.description
        displayName = identity.displayName
        photoUrl = identity.photoURL
        screenName = identity.screenName
    }

    private static func password(of user: User) -> ProviderUserInfo? {
        guard let name = user.email?.description ?? user.userName,
            user.passwordHash != nil || user.signsInByEmailLink
        else { return nil }
        var info = ProviderUserInfo(providerId: "password")
        info.rawId = name
        info.federatedId = name
        info.email = user.email?.description
        info.displayName = user.displayName
        info.photoUrl = user.photoURL
        return info
    }

    private static func phone(of user: User) -> ProviderUserInfo? {
        guard let phoneNumber = user.phoneNumber else { return nil }
        var info = ProviderUserInfo(providerId: "phone")
        info.rawId = phoneNumber
        info.phoneNumber = phoneNumber
        return info
    }
}

extension Timestamp {
    /// The beginning of the day in UTC.
    fileprivate var startOfDay: Timestamp {
        let day = TimeSpan.days(1).seconds
        return Timestamp(seconds: seconds - (seconds % day + day) % day)
    }
}
