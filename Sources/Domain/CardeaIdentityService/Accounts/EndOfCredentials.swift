import CardeaIdentityDomain

extension User {
    /// Deletes identities that were removed from the user, and all codes.
    ///
    /// A code from before could bring back an address or a password of the person whose credentials end.
    ///
    /// - Parameters:
    ///   - identities: The removed identities; `nil` if no credential ended.
    ///   - event: The event to record if credentials ended.
    /// - Returns: The changes.
    func endOfCredentials(
        _ identities: [ProviderSubject]?,
        recording event: SecurityEvent? = nil
    ) -> [Change] {
        guard let identities else { return [] }
        return [.actionCode(.deleteAll(of: id, pool))] + identities.map { .identity(.delete($0, pool)) }
            + (event.map { [.securityEvent(.insert($0))] } ?? [])
    }
}

extension SecurityEvent {
    /// The owner of a user's address has proved it.
    ///
    /// - Parameters:
    ///   - kind: The kind of event.
    ///   - user: The user.
    ///   - method: The proof.
    ///   - session: The session that begins; `nil` for none.
    ///   - now: The moment.
    ///   - remoteAddress: The network address of the request.
    init(
        _ kind: Kind,
        of user: User,
        by method: Method,
        in session: SessionID? = nil,
        at now: Timestamp,
        from remoteAddress: String
    ) {
        self.init(
            kind: kind,
            method: method,
            pool: user.pool,
            user: user.id,
            session: session,
            at: now,
            remoteAddress: remoteAddress
        )
    }
}
