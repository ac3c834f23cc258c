import CardeaPostgreSQLDriver
import CardeaSQLCore

/// A database on a PostgreSQL server.
///
/// Its backups and the check of its pages are the business of that server.
struct PostgreSQLStorage: Storage {
    var database: any SQLDatabase { server }
    private let server: PostgreSQLDatabase

    init(_ url: String, observer: (any SQLObserver)?) throws(SQLError) {
        server = try PostgreSQLDatabase.open(url, observer: observer)
    }

    func tryWriting() async throws(SQLError) {
        try await server.tryWriting()
        // Another administrator of the server may have dropped the tables.
        guard try await server.schemaVersion > 0 else { throw .unavailable("The database has no tables.") }
    }

    func migrationProblems() async throws(SQLError) -> [String] {
        let right = SQLStatement(
            "SELECT count(*) FROM pg_namespace WHERE nspname = current_schema() AND has_schema_privilege(oid, 'CREATE')",
            isReused: false
        )
        guard try await server.read([SQLQuery(right)]).first?.first?.columns == [.integer(0)] else {
            return []
        }
        return ["the user of the database may not create tables: GRANT CREATE ON SCHEMA public TO that user"]
    }
}

extension DataDirectory {
    /// Requires that the database is a file in the directory.
    ///
    /// - Parameter tool: The program of PostgreSQL that does the same.
    /// - Throws: An error that names it.
    func requireFile(elsewhere tool: String) throws(CardeaServer.StartError) {
        guard !holdsDatabase else { return }
        throw CardeaServer.StartError(
            .other,
            "the data is in a PostgreSQL database: use \(tool) for it, and copy the master key (\(masterKeyPath)) yourself"
        )
    }
}
