import CardeaSQLCore
import CardeaPostgreSQLDriver
import CardeaSQLiteDriver
import PostgreSQLServer
import Testing

@testable import CardeaIdentityStore

/// The query plans of the engines, which no contract shows.
@Suite("Plans of the statements")
struct StatementPlanTests {
    private static let listed: [(String, SQLStatement)] = [
        ("user by id", Users.byID.statement), ("user by e-mail", Users.byEmail.statement),
        ("user by phone number", Users.byPhoneNumber.statement),
        ("user by user name", Users.byUserName.statement),
        ("names without a skeleton", Users.withoutSkeleton.statement),
        ("user of a session", Users.bySession.statement),
        ("user of a code", ActionCodes.owner.statement), ("code", ActionCodes.byHash.statement),
        ("expired codes", ActionCodes.expired.statement), ("recoveries", ActionCodes.recoveries.statement),
        ("deletion of a code", ActionCodes.delete), ("deletion of the same codes", ActionCodes.deleteSame),
        ("deletion of the oldest codes", ActionCodes.deleteOldest),
        ("deletion of a user's codes", ActionCodes.deleteOfUser),
        ("page of users", Users.page.statement), ("update of a user", Users.update.statement),
        ("deletion of a user", Users.delete), ("clearing of a user", Users.clear),
        ("deleted user", Users.deleted.statement), ("deletion of the remainder", Users.deleteRemainder),
        ("session", Sessions.byID.statement), ("refresh", Sessions.refresh.statement),
        ("sessions of a user", Sessions.someOfUser.statement), ("rotation", Sessions.rotate),
        ("reauthentication", Sessions.reauthenticate.statement), ("revocation", Sessions.revoke),
        ("revocation of all", Sessions.revokeAll), ("revocation of earlier ones", Sessions.revokeEarlier),
        ("last refreshes", Sessions.lastRefreshes([], [.text("1"), .text("2")]).select.statement),
        ("ended sessions", Sessions.ended.statement), ("deletion of a session", Sessions.delete),
        ("some sessions", Sessions.someOfUser.statement), ("active sessions", Sessions.active.statement),
        ("newest sessions", Sessions.newest.statement),
        ("void sessions", UnfinishedRevocations.voidSessions.statement),
        ("number of sessions", UnfinishedRevocations.activeSessions.statement),
        ("end of a window of users", UserLists.endOfWindow.statement),
        ("search in a window of users", UserLists.searchWindow.statement),
        ("page of anonymous users", AnonymousUsers.page.statement),
        ("unused anonymous user", AnonymousUsers.unused.statement),
        ("service account", ServiceAccounts.byID.statement),
        ("keys of a service account", ServiceAccounts.keysOfAccount.statement),
        ("used assertion", ServiceAccounts.assertion.statement),
        ("deletion of expired assertions", ServiceAccounts.deleteExpired),
        ("tombstones of a user", Tombstones.insertOfUser), ("tombstone", Tombstones.bySession.statement),
        ("old tombstones", Tombstones.old.statement), ("deletion of a tombstone", Tombstones.delete),
        ("message", Mails.outbox.byID.statement), ("due messages", Mails.outbox.due.statement),
        ("page of the outbox", Mails.outbox.page.statement),
        ("old dead letters", Mails.outbox.oldDead.statement),
        ("update of a message", Mails.outbox.update), ("deletion of a message", Mails.outbox.delete),
        ("phone code", PhoneCodes.byID.statement), ("user of a phone code", PhoneCodes.owner.statement),
        ("expired phone codes", PhoneCodes.expired.statement),
        ("count of phone codes", PhoneCodeCounts.byKey.statement),
        ("deletion of empty counts", PhoneCodeCounts.deleteEmpty),
        ("wrong phone code", PhoneCodes.countFailure), ("deletion of a phone code", PhoneCodes.delete),
        ("text message", TextMessages.outbox.byID.statement),
        ("due text messages", TextMessages.outbox.due.statement),
        ("page of text messages", TextMessages.outbox.page.statement),
        ("old dead text messages", TextMessages.outbox.oldDead.statement),
        ("update of a text message", TextMessages.outbox.update),
        ("deletion of a text message", TextMessages.outbox.delete),
        ("user of an identity", Identities.owner.statement), ("identity", Identities.byID.statement),
        ("identities of a user", Identities.ofUser.statement),
        ("identities of an address", Identities.ofEmail.statement),
        ("identities of a code", Identities.ofActionCode.statement),
        ("identities of users", Identities.ofUsers([], [.text("1"), .text("2")]).select.statement),
        ("provider tokens", Identities.tokens.statement), ("update of an identity", Identities.update),
        ("profile of an identity", Identities.updateProfile.statement),
        ("deletion of provider tokens", Identities.deleteTokens),
        ("deletion of an identity", Identities.delete),
        ("deletion of a user's identities", Identities.deleteOfUser),
        ("pending identity", PendingIdentities.byHash.statement),
        ("expired pending identities", PendingIdentities.expired.statement),
        ("end of a pending identity", PendingIdentities.deleteSame),
        ("end of a provider's pending identities", PendingIdentities.deleteAtProvider),
        ("end of a user's pending identities", PendingIdentities.deleteOfUser),
        ("revocation at a provider", ProviderRevocations.insert),
        ("revocations of a user", ProviderRevocations.insertOfUser),
        ("due revocations", ProviderRevocations.due.statement),
        ("end of a revocation", ProviderRevocations.delete),
        ("templates of a pool", MailTemplates.ofPool.statement),
        ("deletion of a template", MailTemplates.delete),
        ("deletion of a tenant's templates", MailTemplates.deleteAll),
        ("configuration of a provider", ProviderConfigurations.byID.statement),
        ("tombstone of an issuer", ProviderConfigurations.keepIssuer),
        ("issuer of a deleted configuration", ProviderConfigurations.keptIssuer.statement),
        ("configurations of a pool", ProviderConfigurations.inPool.statement),
        ("update of a configuration", ProviderConfigurations.update.statement),
        ("deletion of a tenant's configurations", ProviderConfigurations.deleteAll),
        ("redirect", ProviderRedirects.byState.statement), ("step of a redirect", ProviderRedirects.update),
        ("deletion of expired redirects", ProviderRedirects.deleteExpired),
        ("deletion of a tenant's issuers", ProviderConfigurations.deleteIssuers),
        ("deletion of a tenant's mails", Mails.outbox.deleteAll),
        ("deletion of a tenant's text messages", TextMessages.outbox.deleteAll),
        ("project of a pool", Projects.byID.statement),
        ("events of a deleted project", SecurityEvents.ofProject.statement),
        ("deletion of a project", Projects.delete),
    ]
    private static let statements =
        listed + Tenants.deleteProofs.map { ("end of what waits in a tenant: \($0.text)", $0) }

    /// Scans of subqueries that hold so many rows at the most.
    private static let bounded: Set = [
        "SCAN few", "SCAN newest", "SCAN oldest", "SCAN (subquery-1)", "SCAN CONSTANT ROW",
    ]

    @Test("every statement on users and sessions searches by a key", arguments: statements.indices)
    func search(index: Int) async throws {
        let (name, statement) = Self.statements[index]
        let plan = try await Self.plan(statement.text)
        #expect(plan.contains { $0.hasPrefix("SEARCH") }, "\(name): \(plan)")
        let scans = plan.filter { $0.hasPrefix("SCAN") && !Self.bounded.contains($0) }
        #expect(scans.isEmpty, "\(name): \(plan)")
        let sorts = plan.filter { $0.contains("TEMP B-TREE") }
        // Those of one user or of one address, of which there are few.
        let sorting = [
            "active sessions", "newest sessions", "limit of sessions", "deletion of the oldest codes",
        ]
        #expect(sorts.isEmpty || sorting.contains(name), "\(name): \(plan)")
    }

    @Test("the deletion of a project scans only tables of what waits and of what administrators create")
    func deletedProject() async throws {
        var scanned: Set<String> = []
        for statement in Projects.deleteContents + [Projects.deleteRemainder] {
            for step in try await Self.plan(statement.text) where step.hasPrefix("SCAN") {
                scanned.insert(String(step.dropFirst("SCAN ".count)))
            }
        }
        #expect(
            scanned == [
                "api_keys", "apps", "sealed_keys", "administrator_tokens", "provider_redirects",
                "provider_revocations", "phone_codes", "mails", "text_messages", "unfinished_revocations",
            ]
        )
    }

    @Test("users by many IDs, addresses and numbers are found by whole keys of an index (security 34)")
    func manyValues() async throws {
        let values = [SQLValue](repeating: .text("1"), count: 1000)
        let columns = ["id", "email", "phone_number", "user_name", "user_name_skeleton"]
        let lookup = Users.having(oneOf: columns.map { ($0, values.count) }, identities: 0).statement.text
        let refreshes = Sessions.lastRefreshes([], values).select.statement.text
        for (text, columns) in [(lookup, columns), (refreshes, ["id"])] {
            let plan = try await Self.plan(text)
            let searches = plan.filter { $0.hasPrefix("SEARCH u") }
            #expect(searches.count == columns.count, "\(plan)")
            for column in columns {
                #expect(searches.contains { $0.hasSuffix("tenant=? AND \(column)=?)") }, "\(plan)")
            }
        }
    }

    @Test("users by many identities are found by whole keys (security 34)")
    func manyIdentities() async throws {
        let plan = try await Self.plan(Users.having(oneOf: [], identities: 1000).statement.text)
        let searches = plan.filter { $0.hasPrefix("SEARCH") }
        let keys = ["provider=? AND subject=?)", "tenant=? AND id=?)"]
        #expect(searches.count == keys.count, "\(plan)")
        for (search, key) in zip(searches, keys) { #expect(search.hasSuffix(key), "\(plan)") }
    }

    @Test("no index contains a column that a refresh writes (K2)")
    func refreshedColumns() async throws {
        let rows = try await Self.rows(
            """
            SELECT c.name FROM pragma_index_list('sessions') i, pragma_index_info(i.name) c \
            WHERE i.origin <> 'pk' ORDER BY c.seqno
            """
        )
        let indexed = Set(
            rows.compactMap { row in
                guard case .text(let column) = row.columns[0] else { return nil as String? }
                return column
            }
        )
        #expect(indexed == ["project", "tenant", "user_id", "revoked_at", "expires_at", "created_at"])
    }

    @Test("a lock has parameters of its statement alone", arguments: statements.indices)
    func locks(index: Int) {
        let (name, statement) = Self.statements[index]
        let parameters = statement.lock?.rows?.parameterNames ?? []
        // Own texts.
        #expect(Set(parameters).isSubset(of: statement.parameterNames), "\(name)")
    }

    @Test("every statement on users and sessions searches by an index in PostgreSQL")
    func plansOfPostgreSQL() async throws {
        let server = try PostgreSQLServer.shared.get()
        let name = "plans"
        try server.create(name)
        let database = try PostgreSQLDatabase.open(server.url(name))
        try await SQLIdentityStore(database).migrate()
        await database.close()
        let session = try PostgreSQLSession(server.url(name))
        try session.run("SET enable_seqscan = off; SET plan_cache_mode = force_generic_plan")
        for (name, statement) in Self.statements {
            let count = Self.parameterCount(statement.text)
            try session.run("PREPARE one AS \(statement.text.replacing("?", with: "$"))")
            let nulls = [String](repeating: "NULL", count: count).joined(separator: ", ")
            let plan = try session.run("EXPLAIN EXECUTE one\(count > 0 ? "(\(nulls))" : "")")
            try session.run("DEALLOCATE one")
            #expect(!plan.contains { $0.contains("Seq Scan") }, "\(name): \(plan)")
        }
        try server.drop(name)
    }

    private static func parameterCount(_ text: String) -> Int {
        (1...6000).last { text.contains("?\($0)") } ?? 0
    }

    private static func plan(_ text: String) async throws -> [String] {
        try await rows("EXPLAIN QUERY PLAN " + text).compactMap { row in
            guard case .text(let step) = row.columns[3] else { return nil as String? }
            return step
        }
    }

    private static func rows(_ text: String) async throws -> [SQLRow] {
        let database = try SQLiteDatabase.open(.memory)
        try await SQLIdentityStore(database).migrate()
        let count = parameterCount(text)
        let values = [SQLValue](repeating: .null, count: count)
        let rows = try await database.read([SQLQuery(SQLStatement(text, isReused: false), values)])[0]
        await database.close()
        return rows
    }
}
