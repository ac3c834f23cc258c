import CardeaIdentityDomain

extension IdentityService {
    /// A session that begins now.
    func newSession(
        of user: User,
        provider: SignInProvider,
        lifetime: TimeSpan?,
        by caller: Caller,
        at now: Timestamp
    ) throws(IdentityError) -> Session {
        let policy = caller.policy
        var session = Session(
            id: SessionID(high: random.word(), low: random.word()),
            user: user.id,
            pool: user.pool,
            createdAt: now,
            signInProvider: provider.rawValue,
            rotation: RotationState(branch: Branch(entropy: random.word()))
        )
        session.authenticate(user, at: now)
        session.accessTokenLifetime = try policy.grantedLifetime(lifetime)
        session.setEnd(for: user, policy, at: now)
        session.userAgent = caller.userAgent.map { $0.prefix(utf8: 256) }
        return session
    }

    /// An id as Identity Toolkit makes them: 28 letters and digits.
    func newUserID() -> UserID {
        let symbols = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
        var text: [UInt8] = []
        while text.count < 28 {
            // 248 is the greatest multiple of 62 in a byte: the rest would favour the first symbols.
            text += random.bytes(32).filter { $0 < 248 }.map { symbols[Int($0) % 62] }
        }
        return UserID(rawValue: String(decoding: text.prefix(28), as: UTF8.self))
    }
}

extension String {
    /// The longest beginning of so many bytes of UTF-8 that ends with a whole character.
    fileprivate func prefix(utf8 limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var end = utf8.index(startIndex, offsetBy: limit)
        while end.samePosition(in: unicodeScalars) == nil { utf8.formIndex(before: &end) }
        return String(self[..<end])
    }
}

extension Policy {
    /// The access-token lifetime that a sign-in gets that asked for this one (K6).
    func grantedLifetime(_ asked: TimeSpan?) throws(IdentityError) -> TimeSpan? {
        guard let asked else { return nil }
        guard asked >= .seconds(1) else { throw .invalidLifetime }
        return tokens.lifetime(asked: asked)
    }
}
