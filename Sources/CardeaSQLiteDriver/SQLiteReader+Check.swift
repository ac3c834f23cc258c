package import CardeaSQLCore

extension SQLiteReader {
    /// The version of the schema: how many migrations were made.
    package var schemaVersion: Int {
        get async throws(SQLError) {
            let query = SQLQuery(SQLStatement("PRAGMA user_version", isReused: false))
            guard var row = try await read([query])[0].first?.cursor else {
                throw .damaged("There is no schema version.")
            }
            return Int(try row.integer())
        }
    }

    /// Looks through the whole database: its pages, its indexes, and what refers to what.
    ///
    /// - Parameter limit: The most problems to tell.
    /// - Returns: One line for each problem; none when the database is sound.
    /// - Throws: `damaged` when it cannot be looked through.
    package func problems(limit: Int = 20) async throws(SQLError) -> [String] {
        let integrity = SQLStatement("PRAGMA integrity_check(\(limit))", isReused: false)
        let references = SQLStatement("PRAGMA foreign_key_check", isReused: false)
        let rows = try await read([SQLQuery(integrity), SQLQuery(references)])
        var problems: [String] = []
        for row in rows[0] {
            var columns = row.cursor
            let text = try columns.text()
            if text != "ok" { problems += text.split(separator: "\n").map(String.init) }
        }
        for row in rows[1].prefix(limit) {
            var columns = row.cursor
            let table = try columns.text()
            _ = try columns.optionalInteger()
            problems.append("a row of \(table) refers to a missing row of \(try columns.text())")
        }
        return problems
    }
}
