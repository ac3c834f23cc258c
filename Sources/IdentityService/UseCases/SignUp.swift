import IdentityDomain

extension IdentityService {
    /// Creates an account and signs its user in (K1, U4); with neither address nor password an anonymous one.
    ///
    /// - Throws: `.administratorOnly` where users may not sign up by themselves (U11) or not anonymously;
    ///   `.operationNotAllowed` where passwords are off; `.emailExists`; what is wrong with the given texts.
    package func signUp(_ new: NewAccount, by caller: Caller) async throws(IdentityError) -> SignedIn {
        let settings = caller.project.settings
        guard settings.allowsSelfSignUp else { throw .administratorOnly }
        let profile = try Profile(displayName: new.displayName, photoURL: new.photoURL)
        let credentials = try Credentials(email: new.email, password: new.password)

        let now = clock.now()
        var user = User(id: newUserID(), pool: caller.pool, createdAt: now)
        profile.apply(to: &user)
        user.lastSignedInAt = now
        if let credentials {
            guard settings.allowsPasswordSignIn else { throw .operationNotAllowed }
            user.email = credentials.email
            user.passwordHash = try await hash(newPassword: credentials.password, settings)
            user.passwordChangedAt = now
        } else {
            guard settings.allowsAnonymousSignIn else { throw .administratorOnly }
        }
        let session = try newSession(
            of: user,
            provider: credentials == nil ? .anonymous : .password,
            lifetime: new.lifetime,
            by: caller,
            at: now
        )
        let account = user
        try await transact(Selection()) { _ in Decision([.insertUser(account), .insertSession(session)], ()) }
        return try signedIn(account, session, isNew: true, by: caller, at: now)
    }
}
