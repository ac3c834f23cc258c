internal import CardeaEncodings

/// The credentials of a user beside the e-mail address, as a code keeps them that brings the address back.
///
/// The values are compared for equality, never by time: a clock that is set back hides no change.
package struct FormerCredentials: Sendable, Equatable {
    package let phoneNumber: String?
    package let userName: String?
    /// When the password was set: another value is another password.
    package let passwordChangedAt: Timestamp?
    package let identities: [ProviderSubject]

    package init(
        phoneNumber: String?,
        userName: String?,
        passwordChangedAt: Timestamp?,
        identities: [ProviderSubject]
    ) {
        self.phoneNumber = phoneNumber
        self.userName = userName
        self.passwordChangedAt = passwordChangedAt
        self.identities = identities
    }

    /// The credentials that a user has now.
    package init(of user: User) {
        self.init(
            phoneNumber: user.phoneNumber,
            userName: user.userName,
            passwordChangedAt: user.passwordChangedAt,
            identities: user.identities
        )
    }
}

extension User {
    /// Brings back a former address, which counts as verified, and ends every credential that was set since.
    ///
    /// - Parameters:
    ///   - address: The address.
    ///   - former: The credentials from before; `nil` if they are not known: then all end.
    ///   - now: The moment.
    /// - Returns: The identities that end.
    package mutating func recover(
        _ address: EmailAddress,
        _ former: FormerCredentials?,
        at now: Timestamp
    ) -> [ProviderSubject] {
        changeEmail(to: address)
        isEmailVerified = true
        if hasPassword, former == nil || passwordChangedAt != former?.passwordChangedAt {
            passwordHash = nil
            passwordChangedAt = now
        }
        if phoneNumber?.exact != former?.phoneNumber?.exact { phoneNumber = nil }
        if userName?.exact != former?.userName?.exact { uniqueName = nil }
        let linkedSince = identities.filter { former?.identities.contains($0) != true }
        removeIdentities(linkedSince)
        beginEpoch(at: now)
        return linkedSince
    }
}
