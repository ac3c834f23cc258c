import CardeaIdentityDomain
import CardeaSQLCore
import CardeaSQLiteDriver
import StoreEngines
import Testing

@testable import CardeaIdentityStore

/// That no column is lost, and no two columns are confused.
@Suite("Entities through the store")
struct RoundTripTests {
    @Test("a sample has another value in each property than a bare entity, and no value twice")
    func samples() {
        // A hash does not print, and text messages have one purpose.
        let alike: Set = ["_passwordHash", "TextMessage.purpose"]
        for sample in RoundTripSample.all {
            let unset = sample.full.filter { name, value in
                sample.bare[name] == value
                    && alike.isDisjoint(with: [name, "\(sample.testDescription).\(name)"])
            }
            #expect(unset.isEmpty, "\(sample.testDescription): \(unset.keys)")
            let comparable = sample.full.values.filter { !["true", "false"].contains($0) }
            #expect(Set(comparable).count == comparable.count, "\(comparable)")
        }
    }

    @Test(
        "an entity is read as it was inserted, and as it was updated",
        arguments: StoreEngine.all,
        RoundTripSample.all
    )
    func roundTrip(_ engine: StoreEngine, _ sample: RoundTripSample) async throws {
        for trip in sample.trips { try await engine.withStore(trip) }
        // Inserted in full, bare, and with each flag alone as in the bare entity.
        #expect(sample.flags.count < 2 || sample.trips.count >= 2 + sample.flags.count)
    }

    @Test("each column of the schema has a value in a sample")
    func columns() async throws {
        // Written by other changes than that of an entity.
        let others: Set = [
            "migrations", "sqlite_sequence", "unfinished_revocations", "provider_revocations",
            "departed_sessions", "used_assertions", "phone_code_counts", "provider_issuers",
        ]
        var valued: Set<String> = []
        var all: Set<String> = []
        for sample in RoundTripSample.all {
            for trip in sample.trips {
                let database = try SQLiteDatabase.open(.memory)
                let store = SQLIdentityStore(database)
                try await store.migrate()
                try await trip(store)
                for (table, column) in try await database.columns where !others.contains(table) {
                    all.insert("\(table).\(column)")
                    let count = SQLQuery(SQLStatement("SELECT count(\"\(column)\") FROM \(table)"))
                    for row in try await database.read([count])[0] {
                        var cursor = row.cursor
                        if try cursor.integer() > 0 { valued.insert("\(table).\(column)") }
                    }
                }
                await database.close()
            }
        }
        #expect(all.subtracting(valued) == ["users.deleted_at", "tenants.deleted_at", "projects.deleted_at"])
    }

    @Test("the values of a user and a session that a refresh reads are those that were written")
    func refresh() async throws {
        let (user, session) = (User.full("ada"), Session.full(1, of: "ada"))
        for engine in StoreEngine.all {
            try await engine.withStore { store in
                try await store.transact(by: .server) {
                    Decision([.user(.insert(user)), .session(.insert(session))], ())
                }
                let row = try #require(try await store.read(.refresh(of: session.id)))
                for (part, whole) in [(row.session as Any, session as Any), (row.user as Any, user as Any)] {
                    let values = RoundTripSample.values(whole)
                    for (name, value) in RoundTripSample.values(part) where name != "hasPassword" {
                        #expect(value == values[name], "\(name)")
                    }
                }
                #expect(row.user.hasPassword)
            }
        }
    }
}

extension SQLiteDatabase {
    /// The columns of all tables.
    fileprivate var columns: [(table: String, column: String)] {
        get async throws {
            let query = SQLQuery(
                SQLStatement(
                    """
                    SELECT t.name, c.name FROM sqlite_master t JOIN pragma_table_info(t.name) c \
                    WHERE t.type = 'table'
                    """
                )
            )
            return try await read([query])[0].map { row in
                var cursor = row.cursor
                return (try cursor.text(), try cursor.text())
            }
        }
    }
}
