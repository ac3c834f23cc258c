package import CardeaSQLCore

extension SQLiteReader {
    /// Checks the whole database: its pages, its indexes and its foreign keys.
    ///
    /// - Parameter limit: The largest number of problems to return.
    /// - Returns: One line for each problem; none if the database is sound.
    /// - Throws: `damaged` if it cannot be read.
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
            columns.skip(1)
            problems.append("a row of \(table) refers to a missing row of \(try columns.text())")
        }
        return problems
    }
}
