import BareServers
import Foundation

/// Fills a server's database with accounts and sessions that are not used, to show what size costs.
struct Filler {
    let directory: URL

    /// Starts the server once, so that it makes its tables, then adds the rows while it is stopped.
    func fill(_ count: Int) throws {
        try ServerUnderTest(in: directory).stop()
        let sqlite = Process()
        sqlite.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        sqlite.arguments = ["sqlite3", directory.appending(path: "cardea.sqlite").path, statements(count)]
        sqlite.standardOutput = FileHandle.nullDevice
        try sqlite.run()
        sqlite.waitUntilExit()
        guard sqlite.terminationStatus == 0 else {
            throw BenchmarkError("sqlite3 could not fill the database")
        }
    }

    private func statements(_ count: Int) -> String {
        """
        BEGIN;
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
        INSERT INTO users (project, tenant, id, created_at, email_verified, disabled, valid_since, revision)
        SELECT 'default', '', 'filler' || i, 1700000000000, 0, 0, 1700000000000, 0 FROM n;
        INSERT INTO sessions (id, project, tenant, user_id, created_at, authenticated_at, sign_in_provider,
            generation, branch)
        SELECT randomblob(16), project, tenant, id, 1700000000000, 1700000000000, 'anonymous', 7, random()
        FROM users WHERE id LIKE 'filler%';
        COMMIT;
        PRAGMA wal_checkpoint(TRUNCATE);
        """
    }
}
