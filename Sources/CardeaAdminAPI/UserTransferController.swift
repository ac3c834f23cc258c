import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService

/// `/admin/v1/projects/{project}/users:import`, `:export` and `:count`: users in bulk, one line of JSON for each.
struct UserTransferController {
    let userImport: UserImport
    let userExport: UserExport
    let projects: ProjectDirectory

    private static let users = "/admin/v1/projects/{project}/users"

    func addRoutes(to router: inout Router) {
        router.on(.post, Self.users + ":import", bodySize: .large) { request, parameters in
            do {
                return try await add(request, parameters)
            } catch {
                return AdminError(describing: error).response
            }
        }
        router.answer(.get, Self.users + ":export", export)
        router.answer(.get, Self.users + ":count") { request, parameters in
            let count = try await userExport.count(of: try pool(request, parameters))
            return .json(encoding: UserCountMessage(users: count))
        }
    }

    /// Imports the lines of the body; a line that is wrong is named by its position.
    private func add(_ request: Request, _ parameters: PathParameters) async throws -> Response {
        let pool = try pool(request, parameters)
        let mode = request.queryItem("existing") ?? UserImport.ExistingUsers.skip.rawValue
        guard let existing = UserImport.ExistingUsers(rawValue: mode) else {
            throw AdminError(.badRequest, "existing must be reject, skip or replace")
        }
        var errors: [UserImportMessage.Failure] = []
        var records: [(position: Int, record: UserRecord)] = []
        for (position, line) in request.body.split(separator: UInt8(ascii: "\n")).enumerated() {
            do throws(UserLineError) {
                records.append((position, try UserRecord(line: Array(line))))
            } catch {
                errors.append(.init(position: position, message: error.description))
            }
        }
        guard records.count + errors.count <= 1000 else {
            throw AdminError(.badRequest, "at most 1000 users are imported at a time")
        }
        let outcomes = try await userImport.add(
            records.map(\.record),
            to: pool,
            existing: existing,
            isDryRun: request.queryItem("dryRun") == "true"
        )
        var message = UserImportMessage()
        for (outcome, item) in zip(outcomes, records) {
            switch outcome {
            case .created: message.created += 1
            case .replaced: message.replaced += 1
            case .skipped: message.skipped += 1
            case .rejected(let error):
                errors.append(.init(position: item.position, message: error.description))
                continue
            }
            if !item.record.providers.isEmpty { message.withProviders += 1 }
        }
        message.errors = errors.sorted { $0.position < $1.position }
        return .json(encoding: message)
    }

    private func export(_ request: Request, _ parameters: PathParameters) async throws -> Response {
        let pool = try pool(request, parameters)
        let limit = Int(request.queryItem("limit") ?? "1000") ?? 0
        guard (1...1000).contains(limit) else {
            throw AdminError(.badRequest, "limit must be from 1 to 1000")
        }
        let after = request.queryItem("after").map(UserID.init(rawValue:))
        var response = Response()
        response.fields[.contentType] = "application/jsonl"
        for record in try await userExport.page(of: pool, after: after, limit: limit) {
            record.append(to: &response.body)
        }
        return response
    }

    private func pool(_ request: Request, _ parameters: PathParameters) throws -> UserPool {
        let project = try projects.named(parameters["project"]).id
        guard let name = request.queryItem("tenant") else { return UserPool(project: project) }
        guard let tenant = projects.tenant(TenantID(rawValue: name), in: project) else {
            throw AdminError(.notFound, "there is no tenant '\(name)'")
        }
        return UserPool(project: project, tenant: tenant.id)
    }
}
