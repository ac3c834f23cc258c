internal import CardeaIdentityDomain
internal import CardeaSQLCore

/// The columns and statements of projects and their API keys.
enum Projects {
    private static let id = Columns<ProjectID>("id")

    static let table = Table<Project>(
        "projects",
        unique: [UniqueKey("id", means: .projectID), UniqueKey("number")],
        Columns(
            id(\.id),
            Columns("number")(\.number),
            Columns("created_at")(\.createdAt),
            Columns<Policy>("settings")(\.policy)
        ) { Project(id: $0, number: $1, createdAt: $2, apiKeys: [], policy: $3) }
    )
    static let all = Select(table.columns.view, "FROM projects ORDER BY created_at, id", locking: table.lock)
    static let update = table.update(["settings"], where: "id = :id")

    struct APIKey: Sendable {
        let key: String
        let project: ProjectID
        let position: Int64
    }

    static let apiKeys = Table<APIKey>(
        "api_keys",
        unique: [UniqueKey("key", means: .apiKey)],
        Columns(Columns("key")(\.key), Columns("project")(\.project), Columns("position")(\.position)) {
            APIKey(key: $0, project: $1, position: $2)
        }
    )
    static let allAPIKeys = Select(
        apiKeys.columns.view,
        "FROM api_keys ORDER BY project, position",
        locking: apiKeys.lock
    )
    static let deleteAPIKeys = SQLStatement("DELETE FROM api_keys WHERE project = :project")
}

extension ProjectChange {
    var writes: [SQLWrite] {
        get throws(SQLError) {
            switch self {
            case .insert(let project):
                return [Projects.table.insertion(project)] + project.apiKeyInsertions
            case .update(let project):
                let arguments = Projects.table.columns.arguments(project)
                return [
                    try SQLWrite(Projects.update, arguments, changing: .exactlyOne),
                    SQLWrite(Projects.deleteAPIKeys, [project.id.sqlValue], changing: .any),
                ] + project.apiKeyInsertions
            }
        }
    }
}

extension Project {
    fileprivate var apiKeyInsertions: [SQLWrite] {
        apiKeys.enumerated().map { position, key in
            Projects.apiKeys.insertion(Projects.APIKey(key: key, project: id, position: Int64(position)))
        }
    }
}

extension SQLRowReader: ProjectReader {
    func projects(_ lookup: ProjectsLookup) throws(StoreError) -> [Project] {
        let projects = try all(Projects.all)
        let keys = Dictionary(grouping: try all(Projects.allAPIKeys), by: \.project)
        return projects.map { project in
            var project = project
            project.apiKeys = keys[project.id]?.map(\.key) ?? []
            return project
        }
    }
}
