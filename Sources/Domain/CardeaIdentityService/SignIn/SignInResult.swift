package import CardeaIdentityDomain
package import CardeaSecrets

/// The result of a sign-in, alike for all methods.
package enum SignInResult: Sendable {
    case signedIn(SignedIn)
    /// The user has to do something else first, and is not signed in.
    case pending(PendingSignIn)

    /// The user with a session and tokens.
    ///
    /// - Throws: The error of a sign-in that waits.
    package func get() throws(IdentityError) -> SignedIn {
        switch self {
        case .signedIn(let signedIn): return signedIn
        case .pending(let pending): throw pending.reason.error
        }
    }
}

/// A user who is signed in, with tokens.
package struct SignedIn: Sendable {
    package let user: User
    package let session: Session
    package let tokens: IssuedTokens
    package let isNewUser: Bool
    /// Whether the address belonged to another person at the provider.
    package let isEmailRecycled: Bool
}

/// A verified proof that does not sign the user in yet.
package struct PendingSignIn: Sendable {
    package enum Reason: Sendable {
        /// Another user has the address. That user signs in by one of the providers first, and links then (U16).
        case confirmation(of: UserID, providers: [String])
        /// The identity was not linked: another user has it, or has its address.
        case conflict(IdentityError)
        /// Another user has the phone number.
        case phoneNumberTaken(String)

        package var error: IdentityError {
            switch self {
            case .confirmation: .user(.emailExists)
            case .conflict(let error): error
            case .phoneNumberTaken: .user(.phoneNumberExists)
            }
        }
    }

    package let reason: Reason
    /// By it, the app can continue without another proof.
    package let token: Secret
    /// The time for which the token can be used.
    package let lifetime: TimeSpan
}
