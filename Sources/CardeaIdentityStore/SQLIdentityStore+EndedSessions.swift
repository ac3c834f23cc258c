package import CardeaIdentityDomain
internal import CardeaSQLCore

extension SQLIdentityStore {
    package func wentWithUser(_ session: SessionID) async throws(StoreError) -> Bool {
        try await !list(DepartedSessionTable.byID, [SQLValue(session)]) { _ in true }.isEmpty
    }

    package func deleteSessions(endedBefore moment: Timestamp, limit: Int) async throws(StoreError) -> Int {
        let tables = [
            (SessionTable.ended, SessionTable.delete),
            (DepartedSessionTable.old, DepartedSessionTable.delete),
        ]
        var deletions: [SQLWrite] = []
        for (search, deletion) in tables where deletions.count < limit {
            // They are looked for outside the transaction, for what has ended stays so.
            let room = SQLValue.integer(Int64(limit - deletions.count))
            deletions += try await list(search, [SQLValue(moment), room]) { columns throws(SQLError) in
                SQLWrite(deletion, [SQLValue(try columns.sessionID())], changing: .any)
            }
        }
        guard !deletions.isEmpty else { return 0 }
        let writes = deletions
        try await translated { () async throws(SQLError) in try await database.write(writes) }
        return writes.count
    }
}
