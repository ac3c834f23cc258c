import CardeaSQLCore
import CardeaSQLiteDriver
import Testing

@testable import CardeaIdentityStore

@Suite("Unique keys")
struct UniqueKeyTests {
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
