internal import CardeaIdentityDomain
internal import CardeaSQLCore

/// The history of the tables, and their unique keys.
///
/// A new aggregate adds its lines to this file, and to no other of the store.
///
/// Moments are milliseconds since 1970, flags are 0 or 1, no tenant is `''`. No index holds a column that a refresh
/// writes, so a refresh changes one row of one tree.
enum Schema {
    /// The migrations of all releases.
    ///
    /// A table that came later declares its own, one line for each.
    static let migrations =
        numberedMigrations + AdministratorTokens.migrations + Tenants.migrations + Apps.migrations
        + [
            ActionCodes.migration, Mails.migration, MailTemplates.migration, customTokens,
            ServiceAccounts.migration, initialEmail,
            Sessions.apps,
            PhoneCodes.migration, TextMessages.migration, userNames,
            ProviderConfigurations.migration, ProviderRedirects.migration,
            Identities.migration, PhoneCodes.proofs, Mails.destinations,
            ActionCodes.formerCredentials, Sessions.proofs, PhoneCodeCounts.migration, recycledAddresses,
            MailTemplates.tenants, OutboxProgress.claims, ProviderConfigurations.issuersMigration,
            emailProofs, securityEventMethods, securityEventActors, Tenants.indexes, SealedKeys.starts,
            Sessions.uses,
            Sessions.authentications, RecoveryCodes.migration,
            ActionCodes.used, skeletons, Projects.deletions, Sessions.devices,
        ]

    /// The names of the migrations that had numbers, oldest first.
    static let numbered = numberedMigrations.map(\.name)

    /// The unique keys of each table.
    static let uniqueKeys = Dictionary(
        uniqueKeysWithValues: [
            Users.table.uniqueKeys, Sessions.table.uniqueKeys, Tombstones.uniqueKeys,
            Identities.table.uniqueKeys, PendingIdentities.table.uniqueKeys, ActionCodes.table.uniqueKeys,
            SecurityEvents.table.uniqueKeys, Projects.table.uniqueKeys, Projects.apiKeys.uniqueKeys,
            SealedKeys.table.uniqueKeys, AdministratorTokens.table.uniqueKeys, Tenants.table.uniqueKeys,
            Apps.table.uniqueKeys, Mails.table.uniqueKeys, MailTemplates.uniqueKeys,
            ServiceAccounts.table.uniqueKeys, ServiceAccounts.keys.uniqueKeys,
            ServiceAccounts.assertions.uniqueKeys, PhoneCodes.table.uniqueKeys, PhoneCodeCounts.uniqueKeys,
            TextMessages.table.uniqueKeys,
            ProviderConfigurations.table.uniqueKeys, ProviderConfigurations.issuerKeys,
            ProviderRedirects.table.uniqueKeys, RecoveryCodes.table.uniqueKeys,
        ].map { ($0.table, $0.keys) }
    )
}

extension Change {
    /// The statements that make the change: one line for each aggregate.
    func writes(by actor: Actor) throws(SQLError) -> [SQLWrite] {
        switch self {
        case .user(let change): try change.writes
        case .session(let change): try change.writes
        case .identity(let change): try change.writes
        case .actionCode(let change): try change.writes
        case .securityEvent(let change): change.writes(by: actor)
        case .project(let change): try change.writes
        case .sealedKey(let change): change.writes
        case .administratorToken(let change): change.writes
        case .tenant(let change): try change.writes
        case .app(let change): change.writes
        case .mail(let change): try Mails.outbox.writes(change)
        case .serviceAccount(let change): try change.writes
        case .mailTemplate(let change): try change.writes
        case .phoneCode(let change): try change.writes
        case .textMessage(let change): try TextMessages.outbox.writes(change)
        case .providerConfiguration(let change): try change.writes
        case .providerRedirect(let change): try change.writes
        case .recoveryCode(let change): try change.writes
        }
    }
}
