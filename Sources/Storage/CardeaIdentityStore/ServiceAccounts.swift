internal import CardeaIdentityDomain
internal import CardeaSQLCore

/// The columns and statements of service accounts.
enum ServiceAccounts {
    static let migration = SQLMigration("2026-11-22-service-accounts") { sql in
        [
            """
            CREATE TABLE service_accounts (
                project \(sql.text) NOT NULL,
                name \(sql.text) NOT NULL,
                number \(sql.text) NOT NULL,
                created_at \(sql.integer) NOT NULL,
                display_name \(sql.text),
                disabled \(sql.integer) NOT NULL,
                PRIMARY KEY (project, name)
            ) \(sql.clusteredTableOptions)
            """,
            """
            CREATE TABLE service_account_keys (
                project \(sql.text) NOT NULL,
                account \(sql.text) NOT NULL,
                id \(sql.text) NOT NULL,
                public_key \(sql.text) NOT NULL,
                created_at \(sql.integer) NOT NULL,
                PRIMARY KEY (project, account, id)
            ) \(sql.clusteredTableOptions)
            """,
            """
            CREATE TABLE used_assertions (
                hash \(sql.blob) NOT NULL PRIMARY KEY,
                expires_at \(sql.integer) NOT NULL
            ) \(sql.clusteredTableOptions)
            """,
            "CREATE INDEX used_assertions_expires_at ON used_assertions (expires_at)",
        ]
    }

    private static let id = Columns<ServiceAccountID>(
        Columns("project")(\.project),
        Columns("name")(\.name)
    ) { ServiceAccountID(project: $0, name: $1) }

    static let table = Table<ServiceAccount>(
        "service_accounts",
        unique: [UniqueKey("project", "name", means: .serviceAccount)],
        Columns(
            id(\.id),
            Columns("number")(\.number),
            Columns("created_at")(\.createdAt),
            Columns("display_name")(\.displayName),
            Columns("disabled")(\.isDisabled)
        ) { id, number, createdAt, displayName, isDisabled in
            var account = ServiceAccount(
                id: id,
                number: number,
                createdAt: createdAt,
                displayName: displayName
            )
            account.isDisabled = isDisabled
            return account
        }
    )
    private static let byKey = "project = :project AND name = :name"
    static let byID = table.select(byKey, locking: table.lock("SELECT :project, :name"))
    static let ofProject = table.select("project = :project ORDER BY name", locking: table.lock)
    static let setDisabled = table.update(["disabled"], where: byKey)
    static let delete = SQLStatement("DELETE FROM service_accounts WHERE \(byKey)")

    struct Key: Sendable {
        let project: ProjectID
        let account: String
        let key: ServiceAccountKey

        init(_ key: ServiceAccountKey, of id: ServiceAccountID) {
            self.init(project: id.project, account: id.name, key: key)
        }

        private init(project: ProjectID, account: String, key: ServiceAccountKey) {
            (self.project, self.account, self.key) = (project, account, key)
        }

        static let columns = Columns<Key>(
            Columns("project")(\.project),
            Columns("account")(\.account),
            Columns("id")(\.key.id),
            Columns("public_key")(\.key.publicKeyPEM),
            Columns("created_at")(\.key.createdAt)
        ) { project, account, id, publicKey, createdAt in
            let key = ServiceAccountKey(id: id, publicKeyPEM: publicKey, createdAt: createdAt)
            return Key(project: project, account: account, key: key)
        }
    }

    static let keys = Table<Key>(
        "service_account_keys",
        unique: [UniqueKey("project", "account", "id")],
        Key.columns
    )
    private static let ofAccount = "project = :project AND account = :name"
    static let keysOfAccount = keys.select(ofAccount)
    static let keysOfProject = keys.select("project = :project")
    static let deleteKey = SQLStatement("DELETE FROM service_account_keys WHERE \(ofAccount) AND id = :id")
    static let deleteKeys = SQLStatement("DELETE FROM service_account_keys WHERE \(ofAccount)")

    static let assertions = Table<UsedAssertion>(
        "used_assertions",
        unique: [UniqueKey("hash")],
        Columns(Columns("hash")(\.hash), Columns("expires_at")(\.expiresAt)) {
            UsedAssertion(hash: $0, expiresAt: $1)
        }
    )
    static let assertion = assertions.select("hash = :hash")
    /// Each assertion deletes more than one that has expired, so the table does not grow without end.
    static let deleteExpired = SQLStatement(
        """
        DELETE FROM used_assertions WHERE hash IN \
        (SELECT hash FROM used_assertions WHERE expires_at < :now LIMIT 20)
        """
    )

    static func arguments(_ id: ServiceAccountID) -> SQLArguments {
        ["project": id.project.sqlValue, "name": id.name.sqlValue]
    }
}

extension ServiceAccountChange {
    var writes: [SQLWrite] {
        get throws(SQLError) {
            switch self {
            case .insert(let account):
                let keys = account.keys.map {
                    ServiceAccounts.keys.insertion(ServiceAccounts.Key($0, of: account.id))
                }
                return [ServiceAccounts.table.insertion(account)] + keys
            case .setDisabled(let id, let isDisabled):
                var arguments = ServiceAccounts.arguments(id)
                arguments["disabled"] = isDisabled.sqlValue
                return [try SQLWrite(ServiceAccounts.setDisabled, arguments, changing: .exactlyOne)]
            case .insertKey(let key, let id):
                return [ServiceAccounts.keys.insertion(ServiceAccounts.Key(key, of: id))]
            case .deleteKey(let key, let id):
                var arguments = ServiceAccounts.arguments(id)
                arguments["id"] = key.sqlValue
                return [try SQLWrite(ServiceAccounts.deleteKey, arguments, changing: .exactlyOne)]
            case .delete(let id):
                let arguments = ServiceAccounts.arguments(id)
                return [
                    try SQLWrite(ServiceAccounts.deleteKeys, arguments, changing: .any),
                    try SQLWrite(ServiceAccounts.delete, arguments, changing: .exactlyOne),
                ]
            case .recordAssertion(let assertion, let now):
                return [
                    SQLWrite(ServiceAccounts.deleteExpired, [now.sqlValue], changing: .any),
                    ServiceAccounts.assertions.insertion(assertion),
                ]
            }
        }
    }
}

extension SQLRowReader: ServiceAccountReader {
    func serviceAccount(_ lookup: ServiceAccountLookup) throws(StoreError) -> ServiceAccount? {
        let arguments = ServiceAccounts.arguments(lookup.id)
        let account = try first(ServiceAccounts.byID, arguments)
        return account?.with(try all(ServiceAccounts.keysOfAccount, arguments))
    }

    func serviceAccounts(_ lookup: ServiceAccountsLookup) throws(StoreError) -> [ServiceAccount] {
        let arguments: SQLArguments = ["project": lookup.project.sqlValue]
        let accounts = try all(ServiceAccounts.ofProject, arguments)
        // Own texts.
        let keys = Dictionary(grouping: try all(ServiceAccounts.keysOfProject, arguments), by: \.account)
        // Own texts.
        return accounts.map { $0.with(keys[$0.id.name] ?? []) }
    }

    func isUsedAssertion(_ lookup: UsedAssertionLookup) throws(StoreError) -> Bool {
        try first(ServiceAccounts.assertion, [lookup.hash.sqlValue]) != nil
    }
}

extension ServiceAccount {
    fileprivate func with(_ keys: [ServiceAccounts.Key]) -> ServiceAccount {
        var account = self
        account.keys = keys.map(\.key).sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
        return account
    }
}
