import APITestSupport
import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaOperations

/// A server with a user in each of its two projects.
struct World {
    let server: APIServer
    let user: Answer
    let foreigner: Answer

    init() async throws {
        server = try await APIServer()
        user = await server.signUp()
        let bob: JSONValue = ["email": "bob@example.com", "password": "correct horse"]
        foreigner = await server.post("/v1/accounts:signUp", bob, key: "other-key")
    }

    /// The users of all projects, and their sessions, as text.
    func state() async throws -> [String] {
        var state: [String] = []
        for project in server.projects.all() {
            let pool = UserPool(project: project.id)
            for user in try await server.services.users.list(in: pool, after: nil, limit: 1000) {
                state.append("\(user)")
                for id in try await server.store.read(.sessions(.some(user.id, pool, limit: 1000))) {
                    state.append(String(describing: try await server.store.read(.session(id))))
                }
            }
        }
        return state
    }

    /// The callers that a path accepts, with the fields that make a request theirs.
    func callers(of place: SweepTests.Place) -> [(CallerKind, JSONObject)] {
        place.operation.callers(at: place.form).sorted { $0.rawValue < $1.rawValue }.compactMap { kind in
            switch kind {
            case .app, .administrator: (kind, [:])
            case .user: (kind, ["idToken": user["idToken"] ?? .null])
            case .client, .operator, .anyone: nil
            }
        }
    }

    /// Sends a body with the credentials of a caller.
    func send(
        _ place: SweepTests.Place,
        to path: String,
        _ body: String,
        as kind: CallerKind
    ) async -> Answer {
        let needsAdministrator = kind == .administrator || place.operation.needsAdministrator(at: place.form)
        var query = "key=demo-key"
        if needsAdministrator, !place.form.has("project") { query += "&targetProjectId=demo" }
        return await send(
            place,
            to: path,
            body,
            query: query,
            bearer: needsAdministrator ? server.administratorToken : nil
        )
    }

    func send(
        _ place: SweepTests.Place,
        to path: String,
        _ credential: SweepTests.Credential
    ) async -> Answer {
        let query = credential.key.map { "key=\($0)" }
        return await send(place, to: path, credential.body, query: query, bearer: credential.bearer)
    }

    private func send(
        _ place: SweepTests.Place,
        to path: String,
        _ body: String,
        query: String?,
        bearer: String?
    ) async -> Answer {
        var fields: HeaderFields = [.contentType: "application/json"]
        if let bearer { fields[.authorization] = "Bearer \(bearer)" }
        let hasBody = place.operation.method != .get
        return await server.send(
            Request(
                place.operation.method,
                path,
                query: query,
                fields: fields,
                body: hasBody ? Array(body.utf8) : []
            )
        )
    }
}
