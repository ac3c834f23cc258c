import CardeaIdentityDomain
import CardeaSQLCore
import CardeaSQLiteDriver
import Testing

@testable import CardeaIdentityService
@testable import CardeaIdentityStore

@Suite("A deleted project")
struct DeletedProjectTests {
    private static let (shop, other) = (ProjectID(rawValue: "shop"), ProjectID(rawValue: "other"))

    /// Deletes what is left of deleted projects.
    private func finish(_ server: Server) async throws {
        while try await server.services.cleanup.finishPoolDeletions(limit: 2) != nil {}
    }

    @Test(
        "its keys, tenants and tokens are rejected at once, and a request that was admitted before creates no user"
    )
    func atOnce() async throws {
        let server = try await Server()
        let user = try await server.signUp()
        let blue = try await server.projects.createTenant(
            in: Self.shop,
            id: TenantID(rawValue: "blue"),
            by: .server
        )
        let admitted = [server.caller(), server.caller(tenant: blue.id)]
        let token = try await server.projects.createAdministratorToken(
            name: "shop",
            project: Self.shop,
            by: .server
        )
        _ = try await server.projects.create(Self.other, by: .server)
        try await server.projects.delete(Self.shop, by: .server)
        #expect(server.projects.all().map(\.id) == [Self.other])
        #expect(server.projects.project(apiKey: server.project.apiKeys[0]) == nil)
        #expect(server.projects.scope(in: server.pool, of: nil) == nil)
        #expect(server.projects.tenant(blue.id, in: Self.shop) == nil)
        #expect(try await server.projects.administrator(presenting: token) == nil)
        #expect(await failure { try await server.authenticate(user.tokens) } == .scope(.projectMismatch))
        for caller in admitted {
            let error = await failure {
                try await server.services.accounts.signUp(NewAccount(), by: caller).get()
            }
            #expect(error == .scope(.tenantNotFound))
        }
        await #expect(throws: ProjectDirectoryError.unknownProject(Self.shop)) {
            try await server.projects.delete(Self.shop, by: .server)
        }
    }

    @Test("its ID is free when its last user and event are deleted, and the new project has nothing of it")
    func sameID() async throws {
        let server = try await Server()
        for number in 0..<5 { _ = try await server.signUp("ann\(number)@example.com") }
        _ = try await server.projects.create(Self.other, by: .server)
        try await server.projects.delete(Self.shop, by: .server)
        await #expect(throws: ProjectDirectoryError.projectInDeletion(Self.shop)) {
            try await server.projects.create(Self.shop, by: .server)
        }
        try await finish(server)
        let again = try await server.projects.create(Self.shop, by: .server)
        #expect(again.apiKeys != server.project.apiKeys)
        #expect(try await server.services.users.list(in: server.pool, limit: 10).isEmpty)
        // A step of another node that began before.
        try await server.store.transact(by: .server) { Decision([.project(.deleteRemainder(Self.shop))], ()) }
        try await server.projects.synchronize()
        #expect(server.projects.project(apiKey: again.apiKeys[0]) == again)
    }

    @Test("the only project is not deleted: the next start would create another one")
    func onlyProject() async throws {
        let server = try await Server()
        await #expect(throws: ProjectDirectoryError.onlyProject(Self.shop)) {
            try await server.projects.delete(Self.shop, by: .server)
        }
        #expect(server.projects.all().map(\.id) == [Self.shop])
    }

    @Test("a deletion that was interrupted after any step is finished by the next start")
    func interrupted() async throws {
        for steps in 0..<6 {
            try await withDirectory { directory in
                let database = try SQLiteDatabase.open(.file(directory: directory))
                let server = try await Server(on: database)
                for number in 0..<5 { _ = try await server.signUp("ann\(number)@example.com") }
                _ = try await server.projects.create(Self.other, by: .server)
                try await server.projects.delete(Self.shop, by: .server)
                for _ in 0..<steps {
                    _ = try await server.services.cleanup.finishPoolDeletions(limit: 2)
                }
                await database.close()
                let next = try await Server(
                    on: SQLiteDatabase.open(.file(directory: directory)),
                    project: Self.other
                )
                try await finish(next)
                #expect(try await next.rows(of: Self.shop).filter { $0.value > 0 }.isEmpty, "\(steps)")
                _ = try await next.projects.create(Self.shop, by: .server)
                await next.store.database.close()
            }
        }
    }

    @Test("no table that names projects keeps a row of it, and those of other projects stay")
    func everyTable() async throws {
        let server = try await Server()
        let pools = [
            server.pool, UserPool(project: try await server.projects.create(Self.other, by: .server).id),
        ]
        var users: [User] = []
        for pool in pools {
            users.append(try await server.services.users.create(AdministeredChanges(), in: pool, by: .server))
        }
        for (user, pool) in zip(users, pools) {
            for table in try await server.rows(of: pool.project).filter({ $0.value == 0 }).keys.sorted() {
                try await server.insertRow(in: table, of: user.id, pool)
            }
        }
        let before = try await server.rows(of: Self.other)
        #expect(before.count >= 20 && before.values.allSatisfy { $0 > 0 }, "\(before)")
        #expect(try await server.rows(of: Self.shop).values.allSatisfy { $0 > 0 })
        try await server.projects.delete(Self.shop, by: .server)
        try await finish(server)
        #expect(try await server.rows(of: Self.shop).filter { $0.value > 0 }.isEmpty)
        #expect(try await server.rows(of: Self.other) == before)
    }
}

extension Server {
    /// The number of rows of a project in each table with a column for it.
    fileprivate func rows(of project: ProjectID) async throws -> [String: Int64] {
        var rows: [String: Int64] = [:]
        for (table, columns) in try await columns {
            guard let column = table == "projects" ? "id" : columns.keys.first(where: { $0 == "project" })
            else { continue }
            let text = "SELECT count(*) FROM \(table) WHERE \(column) = ?1"
            let query = SQLQuery(SQLStatement(text, isReused: false), [.text(project.rawValue)])
            for row in try await store.database.read([query])[0] {
                var cursor = row.cursor
                rows[table] = try cursor.integer()
            }
        }
        return rows
    }

    /// The columns of each table with their types.
    private var columns: [String: [String: String]] {
        get async throws {
            let text = """
                SELECT t.name, c.name, c.type FROM sqlite_master t JOIN pragma_table_info(t.name) c \
                WHERE t.type = 'table'
                """
            let query = SQLQuery(SQLStatement(text, isReused: false))
            return try await store.database.read([query])[0].reduce(into: [:]) { tables, row in
                var cursor = row.cursor
                let (table, column) = (try cursor.text(), try cursor.text())
                tables[table, default: [:]][column] = try cursor.text()
            }
        }
    }

    /// Inserts a row with any values, but for those that name a project and a user.
    fileprivate func insertRow(in table: String, of user: UserID, _ pool: UserPool) async throws {
        let project = pool.project.rawValue
        let columns = try #require(try await columns[table]).sorted { $0.key < $1.key }
        let values = columns.map { name, type -> SQLValue in
            switch (name, type) {
            case ("project", _): .text(project)
            case ("tenant", _): .text("")
            case ("user_id", _): .text(user.rawValue)
            case ("deleted_at", _), ("number", "INTEGER"): .null
            case (_, "BLOB"): .blob(Array(project.utf8))
            case (_, "INTEGER"): .integer(1)
            default: .text("of-\(project)")
            }
        }
        let names = columns.map(\.key).joined(separator: ", ")
        let places = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
        let statement = SQLStatement("INSERT INTO \(table) (\(names)) VALUES (\(places))", isReused: false)
        try await store.database.write([SQLWrite(statement, values, changing: .exactlyOne)])
    }
}
