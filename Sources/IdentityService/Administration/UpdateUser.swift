package import IdentityDomain

extension IdentityService {
    /// Changes an account (U12); what ends the user's sessions ends them at once.
    package func updateUser(
        _ id: UserID,
        _ changes: AdministeredChanges,
        in pool: UserPool
    ) async throws(IdentityError) -> User {
        let changes = try await checked(changes, in: pool)
        return try await transact(Selection(user: .id(id, pool))) { found throws(IdentityError) in
            guard let before = found.user else { throw .userNotFound }
            var after = before
            changes.apply(to: &after)
            return Decision([.updateUser(after)] + changes.endOfSessions(from: before, to: after), after)
        }
    }

    /// Checks an administrator's changes, and hashes the password among them.
    func checked(
        _ changes: AdministeredChanges,
        in pool: UserPool
    ) async throws(IdentityError) -> CheckedChanges {
        guard let project = projects.project(id: pool.project) else { throw .projectMismatch }
        if let number = changes.phoneNumber.newValue, !ProfileRules.isPhoneNumber(number) {
            throw .invalidPhoneNumber
        }
        return CheckedChanges(
            profile: try Profile(displayName: changes.displayName, photoURL: changes.photoURL),
            email: try changes.email.map { text throws(IdentityError) in try EmailAddress(given: text) },
            passwordHash: try await changes.password.map { password async throws(IdentityError) in
                try await hash(newPassword: password, project.settings)
            },
            phoneNumber: changes.phoneNumber,
            customClaims: try changes.customClaims.map { text throws(IdentityError) in try CustomClaims(text)
            },
            isEmailVerified: changes.isEmailVerified,
            isDisabled: changes.isDisabled,
            validSince: changes.validSince,
            now: clock.now()
        )
    }
}

/// An administrator's changes, checked.
struct CheckedChanges: Sendable {
    let profile: Profile
    let email: Field<EmailAddress>
    let passwordHash: Field<String>
    let phoneNumber: Field<String>
    let customClaims: Field<CustomClaims>
    let isEmailVerified: Bool?
    let isDisabled: Bool?
    let validSince: Timestamp?
    let now: Timestamp

    func apply(to user: inout User) {
        let before = user
        profile.apply(to: &user)
        email.apply(to: &user.email)
        phoneNumber.apply(to: &user.phoneNumber)
        passwordHash.apply(to: &user.passwordHash)
        if user.email != before.email { user.isEmailVerified = false }
        user.isEmailVerified = (isEmailVerified ?? user.isEmailVerified) && user.email != nil
        user.isDisabled = isDisabled ?? user.isDisabled
        switch customClaims {
        case .keep: break
        case .set(let claims): user.customClaims = claims.text
        case .clear: user.customClaims = nil
        }
        if user.passwordHash != before.passwordHash { user.passwordChangedAt = now }
        if user.passwordHash != before.passwordHash || user.email != before.email { user.validSince = now }
        user.validSince = validSince ?? user.validSince
    }

    /// What ends the user's sessions that may not go on.
    func endOfSessions(from before: User, to after: User) -> [Change] {
        if let reason = reasonToEndAll(from: before, to: after) {
            let revocation = Revocation(reason: reason, at: now)
            return [.revokeSessions(of: after.id, after.pool, except: nil, revocation)]
        }
        guard let validSince else { return [] }
        // Times of authentication are compared by the second.
        return [
            .revokeEarlierSessions(
                of: after.id,
                after.pool,
                authenticatedBefore: Timestamp(seconds: validSince.seconds),
                Revocation(reason: .administrator, at: now)
            )
        ]
    }

    private func reasonToEndAll(from before: User, to after: User) -> Revocation.Reason? {
        if after.isDisabled, !before.isDisabled { return .userDisabled }
        if after.passwordHash != before.passwordHash { return .passwordChange }
        if after.email != before.email { return .emailChange }
        return validSince.map { $0.seconds >= now.seconds } == true ? .administrator : nil
    }
}

extension Field {
    /// The same field of another type.
    func map<Other>(
        _ transform: (Value) async throws(IdentityError) -> Other
    ) async throws(IdentityError) -> Field<Other> {
        switch self {
        case .keep: .keep
        case .clear: .clear
        case .set(let value): .set(try await transform(value))
        }
    }

    func map<Other>(
        _ transform: (Value) throws(IdentityError) -> Other
    ) throws(IdentityError) -> Field<Other> {
        switch self {
        case .keep: .keep
        case .clear: .clear
        case .set(let value): .set(try transform(value))
        }
    }
}
