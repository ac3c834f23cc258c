import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService

/// `/admin/v1/projects/{project}/securityEvents`: the security events of a project, newest first.
struct SecurityEventController {
    let events: SecurityEvents
    let users: UserAdministration
    let projects: ProjectDirectory

    func addRoutes(to router: inout Router) {
        router.answer(.get, "/admin/v1/projects/{project}/securityEvents") { request, parameters in
            let pool = UserPool(project: try projects.named(parameters["project"]).id)
            let limit = try request.number("limit", 1...1000) ?? 100
            var search = SecurityEventSearch(in: pool, limit: Int(limit))
            search.user = try await user(request.queryItem("user"), in: pool)
            search.kind = try kind(request.queryItem("kind"))
            search.since = try request.number("since", 0...Int64.max).map(Timestamp.init(milliseconds:))
            search.before = try request.number("before", 0...Int64.max)
            let found = try await events.list(search)
            return .json(
                encoding: SecurityEventListMessage(
                    events: found.map(SecurityEventMessage.init),
                    next: found.count == search.limit ? found.last?.number : nil
                )
            )
        }
    }

    /// An id is not looked up: the events of a deleted user can be read, too.
    private func user(_ name: String?, in pool: UserPool) async throws -> UserID? {
        guard let name else { return nil }
        guard name.contains("@") else { return UserID(rawValue: name) }
        guard let user = try await users.find(.email(name), in: pool) else {
            throw AdminError(.notFound, "there is no user '\(name)'")
        }
        return user.id
    }

    private func kind(_ name: String?) throws -> SecurityEvent.Kind? {
        guard let name else { return nil }
        guard let kind = SecurityEvent.Kind(rawValue: name) else {
            let known = SecurityEvent.Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw AdminError(.badRequest, "kind must be one of \(known)")
        }
        return kind
    }
}

extension Request {
    /// A number in the query.
    fileprivate func number(_ name: String, _ range: ClosedRange<Int64>) throws -> Int64? {
        guard let text = queryItem(name) else { return nil }
        guard let number = Int64(text), range.contains(number) else {
            let bounds = range.upperBound == .max ? "0 or more" : "from 1 to \(range.upperBound)"
            throw AdminError(.badRequest, "\(name) must be \(bounds)")
        }
        return number
    }
}
