internal import CardeaIdentityDomain
internal import CardeaSQLCore

extension ProviderID: SQLColumnValue {}

/// The columns and statements of the accounts at identity providers.
enum Identities {
    static let id = Columns<ProviderSubject>(
        Columns("provider")(\.provider),
        Columns("subject")(\.subject)
    ) { provider, subject throws(SQLError) in
        guard let id = ProviderSubject(provider, subject) else {
            throw .damaged("A stored identity has no valid subject.")
        }
        return id
    }

    private static let key = Columns<FederatedIdentity>(
        UserPool.columns(\.pool),
        id(\.id),
        Columns("user_id")(\.user),
        Columns("linked_at")(\.linkedAt)
    ) { FederatedIdentity($1, of: $2, in: $0, linkedAt: $3) }

    /// The columns that an administrator may replace.
    private static let profile: [Field<FederatedIdentity>] = [
        Field(\.email, "email"),
        Field(\.isEmailTrusted, "email_trusted"),
        Field(\.displayName, "display_name"),
        Field(\.photoURL, "photo_url"),
    ]

    /// The columns that a sign-in replaces.
    private static let details =
        profile + [Field(\.screenName, "screen_name"), Field(\.lastSignedInAt, "last_signed_in_at")]

    static let table = Table(
        "federated_identities",
        unique: [
            .inPool("provider", "subject", means: .identity),
            .inPool("user_id", "provider", means: .identity),
        ],
        Columns(key, details)
    )

    static let migration = SQLMigration("2026-11-23-federated-identities") { sql in
        [
            """
            CREATE TABLE federated_identities (
                project \(sql.text) NOT NULL,
                tenant \(sql.text) NOT NULL,
                provider \(sql.text) NOT NULL,
                subject \(sql.text) NOT NULL,
                user_id \(sql.text) NOT NULL,
                linked_at \(sql.integer) NOT NULL,
                email \(sql.text),
                email_trusted \(sql.integer) NOT NULL,
                display_name \(sql.text),
                photo_url \(sql.text),
                screen_name \(sql.text),
                last_signed_in_at \(sql.integer),
                sealed_access \(sql.blob),
                sealed_refresh \(sql.blob),
                PRIMARY KEY (project, tenant, provider, subject)
            ) \(sql.clusteredTableOptions)
            """,
            """
            CREATE UNIQUE INDEX federated_identities_user ON federated_identities \
            (project, tenant, user_id, provider)
            """,
            "ALTER TABLE users ADD COLUMN identities \(sql.text)",
            "ALTER TABLE sessions ADD COLUMN sign_in_attributes \(sql.text)",
            "DROP INDEX users_anonymous",
            """
            CREATE INDEX users_anonymous ON users (project, created_at, tenant, id)
            WHERE email IS NULL AND phone_number IS NULL AND password_hash IS NULL AND custom_auth = 0
            AND identities IS NULL
            """,
        ] + PendingIdentities.schema(sql) + ProviderRevocations.schema(sql)
    }

    static let isOfUser = "project = :project AND tenant = :tenant AND user_id = :user_id"
    static let hasKey =
        "project = :project AND tenant = :tenant AND provider = :provider AND subject = :subject"

    static let byID = table.select(
        hasKey,
        locking: table.lock("SELECT :project, :tenant, :provider, :subject")
    )
    static let ofUser = table.select(isOfUser, locking: Users.lockByUserID)
    static let firstAtProvider = table.select(
        "project = :project AND tenant = :tenant AND provider = :provider LIMIT 1",
        locking: ProviderConfigurations.table.lock("SELECT :project, :tenant, :provider")
    )
    static let ofEmail = Select(
        table.columns.view.of("f"),
        """
        FROM users u JOIN federated_identities f \
        ON f.project = u.project AND f.tenant = u.tenant AND f.user_id = u.id \
        WHERE u.project = :project AND u.tenant = :tenant AND u.email = :email
        """,
        locking: Users.byEmail.statement.lock
    )
    static let ofActionCode = Select(
        table.columns.view.of("f"),
        """
        FROM action_codes c JOIN federated_identities f \
        ON f.project = c.project AND f.tenant = c.tenant AND f.user_id = c.user_id \
        WHERE c.hash = :hash AND c.is_used = 0
        """,
        locking: ActionCodes.ownerLock
    )
    /// The user who has an identity.
    static let owner = Select(
        Users.table.columns.view.of("u"),
        """
        FROM federated_identities f JOIN users u \
        ON u.project = f.project AND u.tenant = f.tenant AND u.id = f.user_id \
        WHERE f.project = :project AND f.tenant = :tenant AND f.provider = :provider AND f.subject = :subject \
        AND u.deleted_at IS NULL
        """,
        locking: Users.table.lock("SELECT project, tenant, user_id FROM federated_identities WHERE \(hasKey)")
    )
    static let tokens = table.select(
        RowView<(ProviderSubject, SealedProviderTokens)>(
            id.view,
            Columns<[UInt8]?>("sealed_access").view,
            Columns<[UInt8]?>("sealed_refresh").view
        ) { ($0, SealedProviderTokens(access: $1, refresh: $2)) },
        "\(isOfUser) AND (sealed_access IS NOT NULL OR sealed_refresh IS NOT NULL)"
    )

    private static let names = table.columns.names
    static let insert = SQLStatement(
        """
        INSERT INTO federated_identities (\(names.joined(separator: ", ")), sealed_access, sealed_refresh) \
        VALUES (\(names.map { ":\($0)" }.joined(separator: ", ")), :sealed_access, :sealed_refresh)
        """
    )
    static let updateProfile = table.rowUpdate(profile.flatMap(\.names), where: hasKey)
    static let update = table.update(
        details.flatMap(\.names),
        [
            "sealed_access = CASE WHEN :keeps_tokens = 1 THEN coalesce(:sealed_access, sealed_access) END",
            "sealed_refresh = CASE WHEN :keeps_tokens = 1 THEN coalesce(:sealed_refresh, sealed_refresh) END",
        ],
        where: hasKey
    )
    static let deleteTokens = table.update(
        [],
        ["sealed_access = NULL", "sealed_refresh = NULL"],
        where: hasKey
    )
    static let delete = SQLStatement("DELETE FROM federated_identities WHERE \(hasKey)")
    static let deleteOfUser = SQLStatement("DELETE FROM federated_identities WHERE \(isOfUser)")

    /// The users who have identities, with parameters from a number on.
    static func owners(_ count: Int, from number: Int) -> String {
        """
        SELECT DISTINCT \(Users.table.columns.view.of("u").list) \
        \(named(count, from: number, "CROSS JOIN users u")) \
        AND u.project = f.project AND u.tenant = f.tenant AND u.id = f.user_id AND u.deleted_at IS NULL
        """
    }

    static let byIDs = ListSelect(columns: 2) { count, isReused in
        Select(table.columns.view.of("f"), named(count, from: 3), isReused: isReused)
    }

    static let ofUsers = ListSelect { count, isReused in
        let source = """
            FROM federated_identities WHERE project = ?1 AND tenant = ?2 AND \
            \(Users.isOne(of: count, "user_id", from: 3))
            """
        return Select(table.columns.view, source, isReused: isReused)
    }

    /// The identities of a list, beside further tables.
    private static func named(_ count: Int, from number: Int, _ others: String = "") -> String {
        let list = (0..<count).map { "(?\(number + 2 * $0), ?\(number + 2 * $0 + 1))" }
        return """
            FROM (VALUES \(list.joined(separator: ", "))) named CROSS JOIN federated_identities f \(others) \
            WHERE f.project = ?1 AND f.tenant = ?2 AND f.provider = named.column1 AND f.subject = named.column2
            """
    }

    static func arguments(_ id: ProviderSubject, _ pool: UserPool) -> SQLArguments {
        UserPool.columns.arguments(pool).merging(self.id.arguments(id)) { $1 }
    }
}

/// The identities of a user, as the row of the user has them: a line for each, `provider subject`.
///
/// Neither part has a line feed, and the provider has no space.
struct IdentityList: SQLColumnValue {
    let list: [ProviderSubject]

    static func decode(_ cursor: inout SQLCursor) throws(SQLError) -> IdentityList {
        if cursor.isAtNull {
            cursor.skip(1)
            return IdentityList(list: [])
        }
        var list: [ProviderSubject] = []
        for line in try cursor.text().split(separator: "\n") {
            guard let space = line.firstIndex(of: " "),
                let provider = ProviderID(rawValue: String(line[..<space])),
                let id = ProviderSubject(provider, String(line[line.index(after: space)...]))
            else { throw .damaged("A stored list of identities is not valid.") }
            list.append(id)
        }
        return IdentityList(list: list)
    }

    var sqlValue: SQLValue { list.isEmpty ? .null : .text(text) }

    fileprivate var text: String {
        list.map { "\($0.provider.rawValue) \($0.subject)" }.joined(separator: "\n")
    }
}

/// The same list, in a column in which null says that the list is not known.
struct FormerIdentities: SQLColumnValue {
    let list: [ProviderSubject]

    static func decode(_ cursor: inout SQLCursor) throws(SQLError) -> FormerIdentities {
        FormerIdentities(list: try IdentityList.decode(&cursor).list)
    }

    var sqlValue: SQLValue { .text(IdentityList(list: list).text) }
}
