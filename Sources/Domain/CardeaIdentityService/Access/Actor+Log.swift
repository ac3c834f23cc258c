package import CardeaIdentityDomain

extension Actor {
    /// The actor, for the log: its kind, and what identifies it.
    package var fields: [String: String] {
        var fields = ["kind": kind]
        switch self {
        case .server, .emulator: break
        case .app(let app): fields["id"] = app?.rawValue
        case .user(let user, let session): (fields["id"], fields["session"]) = (user.rawValue, session.text)
        case .administrator(let administrator):
            (fields["id"], fields["name"]) = (administrator.id, administrator.name)
        case .serviceAccount(let account): fields["email"] = account.email
        case .operator(let account):
            (fields["uid"], fields["user"]) = (account.map { "\($0.id)" }, account?.name)
        }
        return fields
    }
}
