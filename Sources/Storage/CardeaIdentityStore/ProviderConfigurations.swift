internal import CardeaIdentityDomain
internal import CardeaSQLCore

/// The columns and statements of the configurations of identity providers.
enum ProviderConfigurations {
    static let migration = SQLMigration("2026-11-23-provider-configurations") { sql in
        [
            """
            CREATE TABLE provider_configurations (
                project \(sql.text) NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
                tenant \(sql.text) NOT NULL,
                provider \(sql.text) NOT NULL,
                created_at \(sql.integer) NOT NULL,
                display_name \(sql.text),
                enabled \(sql.integer) NOT NULL,
                client_id \(sql.text) NOT NULL,
                audiences \(sql.text) NOT NULL,
                sealed_secret \(sql.blob),
                issuer \(sql.text),
                id_tokens \(sql.integer) NOT NULL,
                codes \(sql.integer) NOT NULL,
                team_id \(sql.text),
                key_id \(sql.text),
                scopes \(sql.text) NOT NULL,
                email_domains \(sql.text) NOT NULL,
                PRIMARY KEY (project, tenant, provider)
            ) \(sql.clusteredTableOptions)
            """
        ]
    }

    private static let key = Columns<ProviderConfiguration>(
        UserPool.columns(\.pool),
        Columns("provider")(\.provider),
        Columns("created_at")(\.createdAt)
    ) { ProviderConfiguration(pool: $0, provider: $1, createdAt: $2, clientID: "") }

    private static let settings: [Field<ProviderConfiguration>] = [
        Field(\.displayName, "display_name"),
        Field(\.isEnabled, "enabled"),
        Field(\.clientID, "client_id"),
        Field(\.audiences, texts("audiences")),
        Field(\.sealedSecret, "sealed_secret"),
        Field(\.issuer, "issuer"),
        Field(\.allowsIDTokens, "id_tokens"),
        Field(\.allowsCodes, "codes"),
        Field(\.teamID, "team_id"),
        Field(\.keyID, "key_id"),
        Field(\.scopes, texts("scopes")),
        Field(\.emailDomains, texts("email_domains")),
    ]

    static let table = Table(
        "provider_configurations",
        unique: [.inPool("provider", means: .providerConfiguration)],
        Columns(key, settings)
    )

    private static func texts(_ name: String) -> Columns<[String]> {
        Columns(Columns(name)({ TextList(texts: $0) })) { $0.texts }
    }

    static let issuersMigration = SQLMigration("2026-11-24-provider-issuers") { sql in
        [
            """
            CREATE TABLE provider_issuers (
                project \(sql.text) NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
                tenant \(sql.text) NOT NULL,
                provider \(sql.text) NOT NULL,
                issuer \(sql.text) NOT NULL,
                PRIMARY KEY (project, tenant, provider)
            ) \(sql.clusteredTableOptions)
            """
        ]
    }

    private static let ofPool = "project = :project AND tenant = :tenant"
    private static let byKey = "\(ofPool) AND provider = :provider"
    static let byID = table.select(
        byKey,
        locking: table.lock("SELECT :project, :tenant, :provider", to: .keep)
    )
    static let inPool = table.select("\(ofPool) ORDER BY provider", locking: table.lock)
    static let update = table.rowUpdate(settings.flatMap(\.names), where: byKey)
    static let delete = SQLStatement("DELETE FROM provider_configurations WHERE \(byKey)")
    /// Keeps the issuer of a configuration that is about to be deleted.
    static let keepIssuer = SQLStatement(
        """
        INSERT INTO provider_issuers (project, tenant, provider, issuer) \
        SELECT project, tenant, provider, issuer FROM provider_configurations \
        WHERE \(byKey) AND issuer IS NOT NULL \
        ON CONFLICT (project, tenant, provider) DO UPDATE SET issuer = excluded.issuer
        """
    )
    static let keptIssuer = Select(
        Columns<String>("issuer").view,
        "FROM provider_issuers WHERE \(byKey)"
    )
    /// Deletes those of a deleted tenant.
    static let deleteAll = SQLStatement("DELETE FROM provider_configurations WHERE \(ofPool)")
    static let issuerKeys = UniqueKeys(
        table: "provider_issuers",
        keys: [UniqueKey("project", "tenant", "provider")]
    )
    static let deleteIssuers = SQLStatement("DELETE FROM provider_issuers WHERE \(ofPool)")

    static func arguments(_ provider: ProviderID, _ pool: UserPool) -> SQLArguments {
        var arguments = UserPool.columns.arguments(pool)
        arguments["provider"] = provider.sqlValue
        return arguments
    }
}

/// Texts without line breaks, in one column.
private struct TextList: SQLColumnValue {
    let texts: [String]

    static func decode(_ cursor: inout SQLCursor) throws(SQLError) -> TextList {
        TextList(texts: try cursor.text().split(separator: "\n").map(String.init))
    }

    var sqlValue: SQLValue { .text(texts.joined(separator: "\n")) }
}

extension ProviderConfigurationChange {
    var writes: [SQLWrite] {
        get throws(SQLError) {
            switch self {
            case .insert(let configuration):
                return [ProviderConfigurations.table.insertion(configuration)]
            case .update(let configuration):
                return [ProviderConfigurations.update(configuration)]
            case .delete(let provider, let pool):
                let arguments = ProviderConfigurations.arguments(provider, pool)
                return [
                    try SQLWrite(ProviderConfigurations.keepIssuer, arguments, changing: .any),
                    try SQLWrite(ProviderConfigurations.delete, arguments, changing: .exactlyOne),
                ]
            }
        }
    }
}

extension SQLRowReader: ProviderConfigurationReader {
    func providerConfiguration(
        _ lookup: ProviderConfigurationLookup
    ) throws(StoreError) -> ProviderConfiguration? {
        try first(
            ProviderConfigurations.byID,
            ProviderConfigurations.arguments(lookup.provider, lookup.pool)
        )
    }

    func deletedIssuer(of provider: ProviderID, in pool: UserPool) throws(StoreError) -> String? {
        try first(ProviderConfigurations.keptIssuer, ProviderConfigurations.arguments(provider, pool))
    }

    func providerConfigurations(
        _ lookup: ProviderConfigurationsLookup
    ) throws(StoreError) -> [ProviderConfiguration] {
        try all(ProviderConfigurations.inPool, UserPool.columns.arguments(lookup.pool))
    }
}
