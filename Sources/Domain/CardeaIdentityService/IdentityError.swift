package import CardeaIdentityDomain

/// The error of a use case.
///
/// The cases are groups. Each protocol has a table for each group, with its own codes.
package enum IdentityError: Error, Sendable, Equatable {
    case input(InputError)
    case password(PasswordError)
    case code(CodeError)
    case phone(PhoneError)
    case provider(ProviderError)
    case link(LinkError)
    case user(UserError)
    case credential(CredentialError)
    case token(TokenError)
    case rule(RuleError)
    case scope(ScopeError)
    case tooManyAttempts(retryAfter: TimeSpan, limit: ReachedLimit = .unknown)
    case overloaded(retryAfter: TimeSpan)
    case store(StoreError)

    /// The limit that was reached; `nil` for other errors.
    package var reachedLimit: ReachedLimit? {
        if case .tooManyAttempts(_, let limit) = self { limit } else { nil }
    }

    /// The name of the case, with the name of the case in its group: a constant, for the log.
    package var name: String {
        guard let group = Mirror(reflecting: self).children.first, let label = group.label else {
            return "\(self)"
        }
        switch self {
        case .tooManyAttempts, .overloaded, .store: return label
        case .input, .password, .code, .phone, .provider, .link, .user, .credential, .token, .rule, .scope:
            let member = Mirror(reflecting: group.value).children.first?.label ?? "\(group.value)"
            return "\(label).\(member)"
        }
    }

    /// Whether the server failed: the error says nothing of the input.
    var isFailure: Bool {
        switch self {
        case .overloaded, .store, .provider(.unavailable): true
        case .input, .password, .code, .phone, .provider, .link, .user, .credential, .token, .rule, .scope,
            .tooManyAttempts:
            false
        }
    }
}

/// A value of a request that is missing or invalid.
package enum InputError: Error, Sendable, Equatable {
    case missingEmail
    case invalidEmail
    case invalidPhoneNumber
    case invalidUserName
    case invalidPhotoURL
    case invalidDisplayName
    case invalidClaims
    case claimsTooLarge
    case forbiddenClaim(String)
    case invalidLifetime
    case missingUserID
    /// A text has a character that the store cannot keep: U+0000.
    case invalidText
    /// The field `Cardea-Device` is malformed.
    case invalidDevice
}

/// A new password that the rules reject.
package enum PasswordError: Error, Sendable, Equatable {
    case missing
    case tooShort(minimum: Int)
    /// The password breaks these rules of the policy, not the least length alone.
    case requirements([PasswordRequirement])
    /// The password is among the first that anybody guesses.
    case common
    case tooLong
}

/// The state of a user that hinders the request.
package enum UserError: Error, Sendable, Equatable, CaseIterable {
    case emailExists
    case phoneNumberExists
    case userNameExists
    case idExists
    case notFound
    case disabled
}

/// A proof that does not authenticate the user.
package enum CredentialError: Error, Sendable, Equatable, CaseIterable {
    case emailNotFound
    case wrongPassword
    /// The error does not reveal whether the address is known.
    case invalid
    /// The credentials are valid, but those of another user than the one who is signed in.
    case mismatch
    /// The user must sign in again (U10).
    case tooOld
}

/// A token that is rejected.
package enum TokenError: Error, Sendable, Equatable {
    case invalidAccessToken
    case invalidCustomToken(AssertionError)
    case accessTokenExpired
    case invalidRefreshToken
    /// The refresh token was issued to another app of the project.
    case clientMismatch
    /// The session that the token belongs to has ended.
    case sessionEnded(Revocation.Reason?)
    /// A sign-in on a device of a class has taken the place of the session, because of a limit (X13).
    case sessionEvicted(at: Timestamp, by: Device.Class?)
    /// The session was not used for the time that its app allows.
    case sessionIdle(since: Timestamp)
    /// The user has no session with an ID.
    case unknownSession
    case refreshTokenReused
    /// A newer one has taken its place; the session continues with that.
    case refreshTokenSuperseded
}

/// A setting that forbids the request.
package enum RuleError: Error, Sendable, Equatable, CaseIterable {
    case passwordSignInOff
    case operationNotAllowed
    /// The new address has to be verified before it takes the old one's place.
    case unverifiedEmailChange
    case administratorOnly
    /// The user has as many sessions as the policy allows (X13).
    case sessionLimitReached
}

/// The project or the tenant of the request or of its token.
package enum ScopeError: Error, Sendable, Equatable, CaseIterable {
    case tenantMismatch
    case tenantNotFound
    case tenantDisabled
    case projectMismatch
}
