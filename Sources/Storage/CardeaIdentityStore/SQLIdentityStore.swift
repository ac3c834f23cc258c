package import CardeaIdentityDomain
package import CardeaSQLCore

/// The store of all entities in an SQL database, whichever its engine.
package struct SQLIdentityStore: Sendable {
    /// The number of times that a decision is repeated if what it expected has changed meanwhile.
    private static let tries = 3

    let database: any SQLDatabase

    package init(_ database: any SQLDatabase) { self.database = database }

    /// Brings the schema up to date.
    ///
    /// - Throws: `unavailable` if a newer program or another one has written the database.
    package func migrate() async throws(StoreError) {
        do throws(SQLError) {
            try await database.migrate(Schema.migrations, numbered: Schema.numbered)
        } catch {
            throw StoreError(error)
        }
    }

    /// The state of the database's schema beside this program.
    package func schemaState() async -> SchemaState {
        do throws(SQLError) {
            let plan = try await database.migrationPlan(Schema.migrations, numbered: Schema.numbered)
            return plan.adopted.isEmpty && plan.pending.isEmpty ? .current : .older
        } catch {
            switch (error, StoreError(error)) {
            case (.newerSchema, .unavailable(let reason)), (.foreignSchema, .unavailable(let reason)):
                return .unknown(reason)
            default: return .older
            }
        }
    }

    /// The parts of the schema of another database that this one lacks, such as `the column users.email`.
    package func missingParts(of model: SQLIdentityStore) async throws(StoreError) -> [String] {
        do throws(SQLError) {
            return try await SQLSchema(of: model.database).missing(from: SQLSchema(of: database))
        } catch {
            throw StoreError(error)
        }
    }

    /// Deletes everything that works once: what a copy holds may have been used since.
    package func deleteOneTimeCredentials() async throws(StoreError) {
        let tables = [
            "action_codes", "phone_codes", "recovery_codes", "pending_identities", "provider_redirects",
            "administrator_tokens WHERE one_time = 1",
        ]
        do throws(SQLError) {
            try await database.write(
                tables.map { SQLWrite(SQLStatement("DELETE FROM \($0)", isReused: false), changing: .any) }
            )
        } catch {
            throw StoreError(error)
        }
    }

    /// Finishes what waits, then closes the database.
    package func close() async { await database.close() }
}

extension SQLIdentityStore: IdentityStore {
    package var cacheVersion: Int { database.announcements }

    package func cachedRows(changedAfter version: Int) -> Set<CachedRow>? {
        guard let names = database.announcedRows(after: version) else { return nil }
        let rows = names.compactMap(CachedRow.init(announced:))
        // A newer program may announce what this one does not know.
        return rows.count == names.count ? Set(rows) : nil
    }

    package func read<L: Lookup>(_ lookup: L) async throws(StoreError) -> L.Row {
        do throws(SQLError) {
            return try await database.read(SQLReadExtent(lookup.extent)) { sql throws(SQLError) in
                try SQLRowReader.read(lookup, sql, locks: false)
            }
        } catch {
            throw StoreError(error)
        }
    }

    package func transact<L: Lookup, Outcome: Sendable>(
        _ lookup: L,
        by actor: Actor,
        decide: @escaping @Sendable (L.Row) -> Decision<Outcome>
    ) async throws(StoreError) -> Outcome {
        var triesLeft = Self.tries
        while true {
            do throws(SQLError) {
                return try await database.transact { sql throws(SQLError) in
                    try SQLRowReader.read(lookup, sql, locks: true)
                } _: { row throws(SQLError) in
                    let decision = decide(row)
                    return SQLDecision(
                        try decision.changes.writes(by: actor),
                        decision.outcome,
                        announcing: decision.changes.announcement
                    )
                }
            } catch {
                triesLeft -= 1
                guard error == .unexpectedCount, triesLeft > 0 else { throw StoreError(error) }
            }
        }
    }
}

extension SQLReadExtent {
    fileprivate init(_ extent: ReadExtent) {
        self =
            switch extent {
            case .oneQuery: .oneQuery
            case .fewRows: .fewRows
            case .manyRows: .manyRows
            }
    }
}

/// The state of a database's schema beside the migrations of this program.
package enum SchemaState: Sendable, Equatable {
    case current
    /// Migrations are missing. They are applied when the database is opened for writing.
    case older
    /// A newer program or another one has written the database; the text says what to do.
    case unknown(String)
}

/// Reads rows of all aggregates.
///
/// Each aggregate conforms it to its own protocol, in its own file.
struct SQLRowReader: RowReader {
    private let sql: any SQLReader
    /// Whether the rows are locked, because a decision follows.
    let locks: Bool

    static func read<L: Lookup>(_ lookup: L, _ sql: any SQLReader, locks: Bool) throws(SQLError) -> L.Row {
        do throws(StoreError) {
            return try lookup.read(from: SQLRowReader(sql: sql, locks: locks))
        } catch {
            throw SQLError(error)
        }
    }

    func first<Row>(_ select: Select<Row>, _ parameters: [SQLValue]) throws(StoreError) -> Row? {
        do throws(SQLError) { return try select.first(sql, parameters) } catch { throw StoreError(error) }
    }

    func all<Row>(_ select: Select<Row>, _ parameters: [SQLValue] = []) throws(StoreError) -> [Row] {
        do throws(SQLError) { return try select.all(sql, parameters) } catch { throw StoreError(error) }
    }

    func first<Row>(_ select: Select<Row>, _ arguments: SQLArguments) throws(StoreError) -> Row? {
        try first(select, try values(of: select.statement, arguments))
    }

    func all<Row>(_ select: Select<Row>, _ arguments: SQLArguments) throws(StoreError) -> [Row] {
        try all(select, try values(of: select.statement, arguments))
    }

    /// The rows of a pool that a list of values names.
    func all<Row>(
        _ list: ListSelect<Row>,
        in pool: UserPool,
        _ values: [SQLValue]
    ) throws(StoreError) -> [Row] {
        let (select, parameters) = list(UserPool.columns.values(pool), values)
        return try all(select, parameters)
    }

    private func values(
        of statement: SQLStatement,
        _ arguments: SQLArguments
    ) throws(StoreError) -> [SQLValue] {
        do throws(SQLError) { return try statement.arguments(arguments) } catch { throw StoreError(error) }
    }
}

extension [Change] {
    fileprivate func writes(by actor: Actor) throws(SQLError) -> [SQLWrite] {
        if count == 1 { return try self[0].writes(by: actor) }
        var writes: [SQLWrite] = []
        for change in self { writes += try change.writes(by: actor) }
        return writes
    }
}
