internal import CardeaIdentityDomain
internal import CardeaSQLCore

extension Change {
    /// The statements that make the change.
    var writes: [SQLWrite] {
        switch self {
        case .deleteUser(let id, let pool, let at):
            let key = pool.values + [.text(id.rawValue)]
            return [
                SQLWrite(DepartedSessionTable.insert, key + [SQLValue(at)], changing: .any),
                write,
                SQLWrite(UserTable.vacate, key + [SQLValue(at)], changing: .any),
            ]
        case .revokeSessions(let user, let pool, let spared, let revocation):
            return [write, UnfinishedRevocationTable.insertion(user, pool, sparing: spared, revocation)]
        case .revokeEarlierSessions(let user, let pool, _, let revocation):
            return [write, UnfinishedRevocationTable.insertion(user, pool, sparing: nil, revocation)]
        default:
            return [write]
        }
    }

    private var write: SQLWrite {
        switch self {
        case .insertUser(let user):
            SQLWrite(UserTable.insert, user.values, changing: .exactlyOne)
        case .updateUser(let user):
            SQLWrite(UserTable.update, user.values, changing: .exactlyOne)
        case .deleteUser(let id, let pool, _):
            SQLWrite(UserTable.delete, pool.values + [.text(id.rawValue)], changing: .any)
        case .insertSession(let session):
            SQLWrite(SessionTable.insert, session.values, changing: .exactlyOne)
        case .rotate(let id, let old, let new):
            SQLWrite(
                SessionTable.rotate,
                [
                    SQLValue(id), .integer(old.generation), SQLValue(old.branch),
                    SQLValue(old.pending?.branch),
                ] + new.values,
                changing: .exactlyOne
            )
        case .reauthenticate(let session):
            SQLWrite(
                SessionTable.reauthenticate,
                [
                    SQLValue(session.id), SQLValue(session.authenticatedAt), .integer(session.epoch),
                    .text(session.signInProvider), SQLValue(session.accessTokenLifetime),
                    SQLValue(session.expiresAt),
                ],
                changing: .exactlyOne
            )
        case .limitSessions(let user, let pool, let count, let revocation):
            SQLWrite(
                SessionTable.limit,
                pool.values + [.text(user.rawValue), .integer(Int64(count))] + revocation.values,
                changing: .any
            )
        case .revokeSession(let id, let revocation):
            SQLWrite(SessionTable.revoke, [SQLValue(id)] + revocation.values, changing: .any)
        case .revokeSessions(let user, let pool, let except, let revocation):
            SQLWrite(
                SessionTable.revokeAll,
                pool.values + [.text(user.rawValue), SQLValue(except)] + revocation.values,
                changing: .any
            )
        case .revokeEarlierSessions(let user, let pool, let moment, let revocation):
            SQLWrite(
                SessionTable.revokeEarlier,
                pool.values + [.text(user.rawValue), SQLValue(moment)] + revocation.values,
                changing: .any
            )
        case .record(let event):
            SQLWrite(SecurityEventTable.insert, event.values, changing: .exactlyOne)
        }
    }
}

extension Revocation {
    var values: [SQLValue] { [SQLValue(at), .text(reason.rawValue)] }
}
