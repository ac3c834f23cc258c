import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaOperations

/// The request of an operation beside its message: the path, and the services.
struct AdminCall: Sendable {
    let services: IdentityServices
    let providerTester: any ProviderTester
    let path: PathParameters
    /// The operator.
    let actor: Actor
    /// The act of the operator, for the log.
    let administration: Administration

    var projects: ProjectDirectory { services.projects }
    var users: UserAdministration { services.users }

    /// The project in the path.
    var project: Project {
        get throws(ProjectDirectoryError) { try project(named: self["project"]) }
    }

    func project(named name: String) throws(ProjectDirectoryError) -> Project {
        let id = ProjectID(rawValue: name)
        guard let project = projects.project(id: id) else { throw .unknownProject(id) }
        return project
    }

    /// The tenant in the path.
    var tenant: Tenant {
        get throws {
            let id = TenantID(rawValue: self["tenant"])
            guard let tenant = projects.tenant(id, in: try project.id) else {
                throw AdminError(.notFound, "there is no tenant '\(id.rawValue)'")
            }
            return tenant
        }
    }

    /// The app in the path.
    var app: App {
        get throws {
            let id = AppID(rawValue: self["app"])
            guard let app = projects.app(id), app.project == (try project.id) else {
                throw AdminError(.notFound, "there is no app '\(id.rawValue)'")
            }
            return app
        }
    }

    /// The user pool in the path: that of the tenant, if the path has one.
    var pool: UserPool {
        get throws { path["tenant"] == nil ? UserPool(project: try project.id) : try tenant.pool }
    }

    /// The value of a parameter of the path.
    subscript(name: String) -> String { path[name] ?? "" }
}

extension Optional {
    /// The value of a field that the table requires.
    func required(_ name: String) throws(FieldError) -> Wrapped {
        guard let self else { throw FieldError(.missing, field: name) }
        return self
    }
}

typealias AdminOperation = Operation<AdminCall>

extension AdminOperation {
    /// Declares an operation of management.
    ///
    /// - Parameters:
    ///   - name: Group and verb, such as `tenants.create`.
    ///   - summary: One sentence for the documents.
    ///   - method: The HTTP method. The fields of GET and DELETE are in the query, those of others in a JSON object.
    ///   - paths: The forms of its path, below `/admin/v1`; the second is that for a tenant.
    ///   - errors: The codes of the errors of the operation itself.
    ///   - respond: Does what the operation is for.
    init<Input: InputMessage, Output: OutputValue>(
        _ name: String,
        _ summary: String,
        _ method: RequestMethod,
        _ paths: [String],
        errors: [AdminError.Code] = [],
        respond: @escaping @Sendable (AdminCall, Input) async throws -> Output
    ) {
        let isQuery = method == .get || method == .delete || Input.self == NoInput.self
        self.init(
            name,
            summary,
            method: method,
            paths: Self.forms(paths),
            by: [.operator],
            source: isQuery ? .exactQuery : .exactJSON,
            errors: errors.map(\.errorCode),
            respond: respond
        )
    }

    /// The forms of a path below `/admin/v1`; the second is that for a tenant.
    static func forms(_ paths: [String]) -> [PathForm] {
        paths.enumerated().map { PathForm("/admin/v1" + $1, variant: $0 == 0 ? "" : "tenant") }
    }
}
