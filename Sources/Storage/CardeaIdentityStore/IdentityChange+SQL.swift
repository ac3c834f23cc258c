internal import CardeaIdentityDomain
internal import CardeaSQLCore

extension IdentityChange {
    var writes: [SQLWrite] {
        get throws(SQLError) {
            switch self {
            case .insert(let identity, let tokens):
                return [
                    try Self.endOfWaiting(identity.id, identity.pool),
                    try SQLWrite(
                        Identities.insert,
                        Self.arguments(identity, tokens, keepsTokens: tokens != nil),
                        changing: .exactlyOne
                    ),
                ]
            case .update(let identity, let tokens):
                let arguments = Self.arguments(identity, tokens, keepsTokens: tokens != nil)
                return [
                    try Self.endOfWaiting(identity.id, identity.pool),
                    try SQLWrite(Identities.update, arguments, changing: .exactlyOne),
                ]
            case .updateProfile(let identity):
                return [
                    try Self.endOfWaiting(identity.id, identity.pool), Identities.updateProfile(identity),
                ]
            case .deleteTokens(let id, let pool):
                let arguments = Identities.arguments(id, pool)
                return [try SQLWrite(Identities.deleteTokens, arguments, changing: .any)]
            case .delete(let id, let pool):
                let key = Identities.arguments(id, pool)
                return [
                    try Self.endOfWaiting(id, pool),
                    try SQLWrite(ProviderRevocations.insert, key, changing: .any),
                    try SQLWrite(Identities.delete, key, changing: .exactlyOne),
                ]
            case .suspend(let pending):
                return [
                    try Self.endOfWaiting(pending.id, pending.pool),
                    PendingIdentities.table.insertion(pending),
                ]
            case .resume(let hash):
                return [SQLWrite(PendingIdentities.delete, [hash.sqlValue], changing: .exactlyOne)]
            case .deletePending(let hash):
                return [SQLWrite(PendingIdentities.delete, [hash.sqlValue], changing: .any)]
            case .deleteAllPending(let provider, let pool):
                let arguments = ProviderConfigurations.arguments(provider, pool)
                return [try SQLWrite(PendingIdentities.deleteAtProvider, arguments, changing: .any)]
            case .postponeRevocation(let number, let moment):
                let values = [moment.sqlValue, number.sqlValue]
                return [SQLWrite(ProviderRevocations.postpone, values, changing: .any)]
            case .finishRevocation(let number):
                return [SQLWrite(ProviderRevocations.delete, [number.sqlValue], changing: .any)]
            }
        }
    }

    /// Deletes everything that a user has at identity providers.
    static func deletions(of user: UserID, _ pool: UserPool) throws(SQLError) -> [SQLWrite] {
        let arguments = Sessions.arguments(user, pool)
        return [
            try SQLWrite(PendingIdentities.deleteOfUser, arguments, changing: .any),
            try SQLWrite(ProviderRevocations.insertOfUser, arguments, changing: .any),
            try SQLWrite(Identities.deleteOfUser, arguments, changing: .any),
        ]
    }

    private static func endOfWaiting(_ id: ProviderSubject, _ pool: UserPool) throws(SQLError) -> SQLWrite {
        try SQLWrite(PendingIdentities.deleteSame, Identities.arguments(id, pool), changing: .any)
    }

    private static func arguments(
        _ identity: FederatedIdentity,
        _ tokens: SealedProviderTokens?,
        keepsTokens: Bool
    ) -> SQLArguments {
        var arguments = Identities.table.columns.arguments(identity)
        arguments["sealed_access"] = (tokens?.access).sqlValue
        arguments["sealed_refresh"] = (tokens?.refresh).sqlValue
        arguments["keeps_tokens"] = keepsTokens.sqlValue
        return arguments
    }
}
