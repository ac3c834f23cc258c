import CardeaIdentityDomain

extension PhoneSignIn {
    /// Removes the phone number of a signed-in user.
    ///
    /// - Returns: The user without the number; one who had no other way to sign in is anonymous then.
    package func unlink(_ who: Authenticated) async throws(IdentityError) -> Authenticated {
        let now = clock.now()
        return try await store.transact(.session(who.session.id), .user(who.user.id, in: who.user.pool)) {
            session,
            user throws(IdentityError) in
            let who = try Authenticated(session, user, at: now)
            guard who.user.phoneNumber != nil else { return .unchanged(who) }
            var user = who.user
            user.phoneNumber = nil
            return Decision([.user(.update(user))], Authenticated(user: user, session: who.session))
        }
    }
}
