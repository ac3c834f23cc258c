internal import CardeaIdentityDomain
internal import CardeaSQLCore

extension ProviderRedirect.Step: SQLColumnValue {}

/// The columns and statements of sign-ins by redirect.
enum ProviderRedirects {
    static let migration = SQLMigration("2026-11-23-provider-redirects") { sql in
        [
            """
            CREATE TABLE provider_redirects (
                state_hash \(sql.blob) NOT NULL PRIMARY KEY,
                project \(sql.text) NOT NULL,
                tenant \(sql.text) NOT NULL,
                provider \(sql.text) NOT NULL,
                session_hash \(sql.blob) NOT NULL,
                continue_url \(sql.text) NOT NULL,
                expires_at \(sql.integer) NOT NULL,
                step \(sql.text) NOT NULL,
                cookie_hash \(sql.blob),
                code_hash \(sql.blob),
                sealed \(sql.blob) NOT NULL
            ) \(sql.clusteredTableOptions)
            """,
            "CREATE INDEX provider_redirects_expires_at ON provider_redirects (expires_at)",
        ]
    }

    static let table = Table<ProviderRedirect>(
        "provider_redirects",
        unique: [UniqueKey("state_hash")],
        Columns(
            Columns("state_hash")(\.stateHash),
            UserPool.columns(\.pool),
            Columns("provider")(\.provider),
            Columns("session_hash")(\.sessionHash),
            Columns("continue_url")(\.continueURL),
            Columns("expires_at")(\.expiresAt),
            Columns("step")(\.step),
            Columns("cookie_hash")(\.cookieHash),
            Columns("code_hash")(\.codeHash),
            Columns("sealed")(\.sealed)
        ) { state, pool, provider, session, url, expiresAt, step, cookie, code, sealed in
            ProviderRedirect(
                stateHash: state,
                pool: pool,
                provider: provider,
                sessionHash: session,
                continueURL: url,
                expiresAt: expiresAt,
                step: step,
                cookieHash: cookie,
                codeHash: code,
                sealed: sealed
            )
        }
    )

    static let byState = table.select(
        "state_hash = :state_hash",
        locking: table.lock("SELECT :state_hash")
    )
    static let update = table.update(
        ["step", "cookie_hash", "code_hash", "sealed"],
        where: "state_hash = :state_hash AND step = :former_step"
    )
    static let delete = SQLStatement("DELETE FROM provider_redirects WHERE state_hash = :state_hash")
    /// Each redirect deletes more than one that has expired, so the table does not grow without end.
    static let deleteExpired = SQLStatement(
        """
        DELETE FROM provider_redirects WHERE state_hash IN \
        (SELECT state_hash FROM provider_redirects WHERE expires_at < :now LIMIT 20)
        """
    )
}

extension ProviderRedirectChange {
    var writes: [SQLWrite] {
        get throws(SQLError) {
            switch self {
            case .insert(let redirect, let now):
                return [
                    SQLWrite(ProviderRedirects.deleteExpired, [now.sqlValue], changing: .any),
                    ProviderRedirects.table.insertion(redirect),
                ]
            case .update(let redirect, let former):
                var arguments = ProviderRedirects.table.columns.arguments(redirect)
                arguments["former_step"] = former.sqlValue
                return [try SQLWrite(ProviderRedirects.update, arguments, changing: .exactlyOne)]
            case .delete(let stateHash):
                return [SQLWrite(ProviderRedirects.delete, [stateHash.sqlValue], changing: .exactlyOne)]
            }
        }
    }
}

extension SQLRowReader: ProviderRedirectReader {
    func providerRedirect(_ lookup: ProviderRedirectLookup) throws(StoreError) -> ProviderRedirect? {
        try first(ProviderRedirects.byState, [lookup.stateHash.sqlValue])
    }
}
