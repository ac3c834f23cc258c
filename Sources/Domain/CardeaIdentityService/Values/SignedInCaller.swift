package import CardeaIdentityDomain

/// A signed-in user, with the request that the access token came with.
package struct SignedInCaller: Sendable {
    /// The user and the session as they were when the token was accepted.
    package let user: User
    package let session: Session
    /// The sender of the request, with the tenant and the app of the session.
    package let caller: Caller

    package init(_ who: Authenticated, caller: Caller) {
        user = who.user
        session = who.session
        self.caller = caller.signedIn(as: who)
    }

    var policy: Policy { caller.policy }

    /// The user and the session as they are now.
    var lookup: SignedInLookup { .signedIn(user.id, in: user.pool, session: session.id) }
}

extension SignedInCaller? {
    /// The sender of a request that may have a user's token: with one, the sender in the tenant of the token.
    package func caller(or sender: Caller) -> Caller { self?.caller ?? sender }
}
