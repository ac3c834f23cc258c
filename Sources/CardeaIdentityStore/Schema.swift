internal import CardeaSQLCore

/// The history of the tables.
///
/// Moments are milliseconds since 1970, flags are 0 or 1, no tenant is `''`. No index holds a column that a refresh
/// writes, so a refresh changes one row of one tree.
enum Schema {
    /// All migrations there ever were.
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
            ProviderConfigurations.issuersMigration,
        ]

    /// The names of the migrations that had numbers, oldest first.
    static let numbered = numberedMigrations.map(\.name)
}
