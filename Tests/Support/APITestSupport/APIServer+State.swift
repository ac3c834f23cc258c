import CardeaSQLCore

extension APIServer {
    /// All rows of all tables, as text, ordered.
    package func state() async throws -> [String] {
        try await rows().map(\.text)
    }

    /// The rows of all tables that do not belong to one user pool.
    package func state(outside project: String, _ tenant: String?) async throws -> [String] {
        try await rows().filter { row in
            // All pools of a project share the counts of its text messages, and tombstones name no pool.
            if row.table == "departed_sessions" { return false }
            if row.table == "phone_code_counts" { return row.values["project"] != project }
            return row.values["project"] != project || row.values["tenant"] != tenant ?? ""
        }
        .map(\.text)
    }

    private func rows() async throws -> [StoredRow] {
        let names = try await texts("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
        var rows: [StoredRow] = []
        for table in names {
            let columns = try await texts("SELECT name FROM pragma_table_info('\(table)') ORDER BY cid")
            let query = SQLQuery(SQLStatement("SELECT * FROM \(table)"))
            for row in try await database.read([query])[0] {
                let values = zip(columns, row.columns.map(\.text))
                rows.append(StoredRow(table: table, values: Dictionary(values) { $1 }))
            }
        }
        return rows
    }

    private func texts(_ sql: String) async throws -> [String] {
        try await database.read([SQLQuery(SQLStatement(sql))])[0].map { $0.columns[0].text }
    }
}

private struct StoredRow {
    let table: String
    let values: [String: String]

    var text: String {
        let columns = values.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }
        return "\(table): \(columns.joined(separator: ", "))"
    }
}

extension SQLValue {
    fileprivate var text: String {
        switch self {
        case .null: "NULL"
        case .integer(let number): String(number)
        case .text(let text): text
        case .blob(let bytes): "\(bytes)"
        }
    }
}
