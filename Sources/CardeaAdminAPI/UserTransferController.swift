import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaOperations

/// `/admin/v1/projects/{project}/users:import`, `:export` and `:count`: users in bulk, one line of JSON for each.
///
/// They are not in the table of operations: their bodies are lines of JSON, not messages.
struct UserTransferController {
    let userImport: UserImport
    let userExport: UserExport
    let services: AdminServices

    private static let pools = [
        "/admin/v1/projects/{project}", "/admin/v1/projects/{project}/tenants/{tenant}",
    ]

    func addRoutes(to router: inout Router) {
        for pool in Self.pools {
            let users = pool + "/users"
            router.on(.post, users + ":import", bodySize: .large) { await respond(to: $0, $1, add) }
            router.on(.get, users + ":export") { await respond(to: $0, $1, export) }
            router.on(.get, users + ":count") { await respond(to: $0, $1, count) }
        }
    }

    private func respond(
        to request: Request,
        _ parameters: PathParameters,
        _ handler: (Request, UserPool) async throws -> Response
    ) async -> Response {
        do {
            try await services.projects.synchronize()
            let call = AdminCall(services: services, path: parameters)
            return try await handler(request, try call.pool)
        } catch {
            return AdminError(describing: error).response
        }
    }

    private func count(_ request: Request, _ pool: UserPool) async throws -> Response {
        response(UserCountMessage(users: try await userExport.count(of: pool)))
    }

    /// Imports the lines of the body; a line that is wrong is named by its position.
    private func add(_ request: Request, _ pool: UserPool) async throws -> Response {
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
        }
        message.errors = errors.sorted { $0.position < $1.position }
        return response(message)
    }

    private func export(_ request: Request, _ pool: UserPool) async throws -> Response {
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

    private func response(_ message: some OutputMessage) -> Response {
        var json = JSONText()
        message.write(to: &json)
        return .json(json.bytes)
    }
}
