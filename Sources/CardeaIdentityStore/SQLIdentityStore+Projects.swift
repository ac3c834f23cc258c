package import CardeaIdentityDomain
internal import CardeaSQLCore

extension SQLIdentityStore: ProjectRepository {
    package func projects() async throws(StoreError) -> [Project] {
        try await translated { () async throws(SQLError) in
            let queries = [SQLQuery(ProjectTable.all), SQLQuery(ProjectTable.allKeys)]
            return try Project.all(from: try await database.read(queries))
        }
    }

    package func sealedKeys() async throws(StoreError) -> [SealedKey] {
        try await list(SealedKeyTable.all) { columns throws(SQLError) in try SealedKey(&columns) }
    }

    package func administratorTokens() async throws(StoreError) -> [AdministratorToken] {
        try await list(AdministratorTokenTable.all) { columns throws(SQLError) in
            try AdministratorToken(&columns)
        }
    }

    package func apply(_ changes: [DirectoryChange]) async throws(StoreError) {
        try await translated { () async throws(SQLError) in
            var writes: [SQLWrite] = []
            for change in changes { writes += try change.writes }
            try await database.write(writes)
        }
    }
}

extension DirectoryChange {
    /// The statements that make the change.
    fileprivate var writes: [SQLWrite] {
        get throws(SQLError) {
            switch self {
            case .insertProject(let project): try project.insertion
            case .updateProject(let project): try project.replacement
            case .insertKey(let key): [key.insertion]
            case .updateKey(let key): [key.replacement]
            case .insertAdministratorToken(let token): [token.insertion]
            case .deleteAdministratorToken(let id):
                [SQLWrite(AdministratorTokenTable.delete, [.text(id)], changing: .exactlyOne)]
            }
        }
    }
}
