package import CardeaIdentityDomain
internal import CardeaSQLCore

/// Work on many rows, in steps of a bounded size.
extension SQLIdentityStore {
    package func finishRevocations(limit: Int) async throws(StoreError) -> Bool {
        let found = try await list(UnfinishedRevocationTable.first) { columns throws(SQLError) in
            let number = SQLValue.integer(try columns.integer())
            let user = try columns.pool().values + [.text(try columns.text())]
            return (
                number: number, user: user,
                revocation: [SQLValue(try columns.timestamp()), .text(try columns.text())]
            )
        }
        guard let (number, user, revocation) = found.first else { return false }
        let sessions = try await list(
            UnfinishedRevocationTable.sessions,
            user + [.integer(Int64(limit))]
        ) { columns throws(SQLError) in SQLValue(try columns.sessionID()) }
        var writes = sessions.map { SQLWrite(SessionTable.revoke, [$0] + revocation, changing: .any) }
        if sessions.count < limit {
            writes.append(SQLWrite(UnfinishedRevocationTable.delete, [number], changing: .any))
        }
        try await write(writes)
        return true
    }

    package func finishDeletions(limit: Int) async throws(StoreError) -> Bool {
        let found = try await list(UserTable.remains) { columns throws(SQLError) in
            let user = try columns.pool().values + [.text(try columns.text())]
            return (user: user, deletedAt: SQLValue(try columns.timestamp()))
        }
        guard let (user, deletedAt) = found.first else { return false }
        let sessions = try await list(SessionTable.someOfUser, user + [.integer(Int64(limit))]) {
            columns throws(SQLError) in SQLValue(try columns.sessionID())
        }
        var writes = sessions.flatMap { id in
            [
                SQLWrite(DepartedSessionTable.insertOne, [id, deletedAt], changing: .any),
                SQLWrite(SessionTable.delete, [id], changing: .any),
            ]
        }
        if sessions.count < limit { writes.append(SQLWrite(UserTable.deleteRemains, user, changing: .any)) }
        try await write(writes)
        return true
    }

    package func deleteUnusedAnonymousUsers(
        of project: ProjectID,
        unusedSince moment: Timestamp,
        from page: UserPage?,
        limit: Int,
        at now: Timestamp
    ) async throws(StoreError) -> (deleted: Int, next: UserPage?) {
        let found = try await list(
            AnonymousUserTable.page,
            [
                .text(project.rawValue), SQLValue(page?.createdAt ?? Timestamp(milliseconds: .min)),
                SQLValue(orEmpty: page?.pool.tenant?.rawValue), .text(page?.user.rawValue ?? ""),
                SQLValue(moment), .integer(Int64(limit)),
            ]
        ) { columns throws(SQLError) in
            let createdAt = try columns.timestamp()
            let tenant = try columns.text()
            let pool = UserPool(project: project, tenant: tenant.isEmpty ? nil : TenantID(rawValue: tenant))
            return UserPage(createdAt: createdAt, pool: pool, user: UserID(rawValue: try columns.text()))
        }
        var deleted = 0
        for page in found where try await deleteIfUnused(page, since: moment, at: now) { deleted += 1 }
        return (deleted, found.count == limit ? found.last : nil)
    }

    /// Whether somebody has used the account is decided in the transaction that deletes it.
    private func deleteIfUnused(
        _ place: UserPage,
        since moment: Timestamp,
        at now: Timestamp
    ) async throws(StoreError) -> Bool {
        let key = place.pool.values + [.text(place.user.rawValue), SQLValue(moment)]
        return try await translated { () async throws(SQLError) in
            try await database.transact([SQLQuery(AnonymousUserTable.count, key)]) { rows throws(SQLError) in
                var columns = rows.first?.first?.cursor
                guard try columns?.integer() == 1 else { return SQLDecision([], false) }
                let departures = SQLWrite(
                    AnonymousUserTable.insertDepartures,
                    key + [SQLValue(now)],
                    changing: .any
                )
                return SQLDecision(
                    [departures, SQLWrite(AnonymousUserTable.delete, key, changing: .any)],
                    true
                )
            }
        }
    }

    private func write(_ writes: [SQLWrite]) async throws(StoreError) {
        guard !writes.isEmpty else { return }
        try await translated { () async throws(SQLError) in try await database.write(writes) }
    }
}
