import CardeaSQLCore
import CardeaSQLiteDriver
import StoreEngines
import Testing

@testable import CardeaIdentityStore

@Suite("Unique keys")
struct UniqueKeyTests {
    @Test(
        "the comparison names each missing part of a schema, and none of a new database (security L13)",
        arguments: StoreEngine.all,
        [
            ([], []),
            (
                ["DROP INDEX users_email"],
                ["the index users_email", "the key users (project, tenant, email)"]
            ),
            (["ALTER TABLE users DROP COLUMN display_name"], ["the column users.display_name"]),
            (["DROP TABLE mail_templates"], ["the table mail_templates"]),
            (["CREATE TABLE extra (a TEXT)", "ALTER TABLE users ADD COLUMN extra TEXT"], []),
        ] as [([String], [String])]
    )
    func missingParts(engine: StoreEngine, damage: (statements: [String], parts: [String])) async throws {
        let model = SQLIdentityStore(try SQLiteDatabase.open(.memory))
        try await model.migrate()
        try await engine.withDatabase { database in
            let store = SQLIdentityStore(database)
            try await store.migrate()
            let writes = damage.statements.map { SQLWrite(SQLStatement($0, isReused: false), changing: .any) }
            try await database.write(writes)
            #expect(try await store.missingParts(of: model) == damage.parts)
        }
        await model.close()
    }

    @Test("each unique key of the schema is declared, and each declared one exists")
    func declared() async throws {
        let database = try SQLiteDatabase.open(.memory)
        try await SQLIdentityStore(database).migrate()
        let query = SQLQuery(
            SQLStatement(
                """
                SELECT t.name, (SELECT group_concat(name) FROM pragma_index_info(i.name)) \
                FROM sqlite_master t JOIN pragma_index_list(t.name) i \
                WHERE t.type = 'table' AND i."unique" = 1 AND t.name IN \
                (\(Schema.uniqueKeys.keys.sorted().map { "'\($0)'" }.joined(separator: ", ")))
                """
            )
        )
        var stored: [String: Set<String>] = [:]
        for row in try await database.read([query])[0] {
            var cursor = row.cursor
            let table = try cursor.text()
            stored[table, default: []].insert(try cursor.text())
        }
        for (table, keys) in Schema.uniqueKeys {
            #expect(Set(keys.map { $0.columns.joined(separator: ",") }) == stored[table] ?? [], "\(table)")
        }
        let tables = SQLQuery(SQLStatement("SELECT name FROM sqlite_master WHERE type = 'table'"))
        let names = try await database.read([tables])[0].map { row in
            var cursor = row.cursor
            return try cursor.text()
        }
        let countedTables: Set = [
            "migrations", "unfinished_revocations", "provider_revocations", "sqlite_sequence",
        ]
        #expect(Set(names).subtracting(countedTables) == Set(Schema.uniqueKeys.keys))
        await database.close()
    }
}
