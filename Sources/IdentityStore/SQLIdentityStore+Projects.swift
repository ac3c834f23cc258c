package import IdentityDomain
internal import SQLCore

extension SQLIdentityStore: ProjectRepository {
    package func projects() async throws(StoreError) -> [Project] {
        try await translated { () async throws(SQLError) in
            let queries = [SQLQuery(ProjectTable.all), SQLQuery(ProjectTable.allKeys)]
            return try Project.all(from: try await database.read(queries))
        }
    }

    package func insert(_ project: Project) async throws(StoreError) {
        try await translated { () async throws(SQLError) in try await database.write(try project.insertion) }
    }

    package func update(_ project: Project) async throws(StoreError) {
        try await translated { () async throws(SQLError) in try await database.write(try project.replacement)
        }
    }

    package func sealedKeys() async throws(StoreError) -> [SealedKey] {
        try await list(SealedKeyTable.all) { columns throws(SQLError) in try SealedKey(&columns) }
    }

    package func insert(_ key: SealedKey) async throws(StoreError) { try await write(key.insertion) }

    package func update(_ key: SealedKey) async throws(StoreError) { try await write(key.replacement) }

    package func administratorTokens() async throws(StoreError) -> [AdministratorToken] {
        try await list(AdministratorTokenTable.all) { columns throws(SQLError) in
            try AdministratorToken(&columns)
        }
    }

    package func insert(_ token: AdministratorToken) async throws(StoreError) {
        try await write(token.insertion)
    }

    /// - Throws: `conflict` when there is no such token any more: of two who use a one-time token, one learns
    ///   that he came too late.
    package func deleteAdministratorToken(_ id: String) async throws(StoreError) {
        try await write(SQLWrite(AdministratorTokenTable.delete, [.text(id)], changing: .exactlyOne))
    }
}
