import CardeaAdminAPI
import APITestSupport
import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityService
import LoggingTestSupport

/// Management of a server with the projects `demo` and `other`.
struct Management {
    let server: APIServer
    /// The lines of administrative operations.
    let log = LogRecorder()
    private let api: any Responder
    private static let declaredErrors = DeclaredErrors(AdminAPI.operations)

    init() async throws {
        server = try await APIServer()
        api = AdminAPI(services: server.services)
            .behind(AdministrationMonitor(logger: log.logger))
    }

    func ask(
        _ method: RequestMethod,
        _ path: String,
        query: String? = nil,
        _ body: JSONValue? = nil
    ) async -> APIResponse {
        await ask(method, path, query: query, text: body?.text ?? [])
    }

    func ask(
        _ method: RequestMethod,
        _ path: String,
        query: String? = nil,
        text: [UInt8]
    ) async -> APIResponse {
        await send(Request(method, "/admin/v1/" + path, query: query, body: text, remoteAddress: "unix"))
    }

    /// Sends a request.
    ///
    /// An error that its operation does not declare is an issue.
    func send(_ request: Request) async -> APIResponse {
        let sent = await api.respond(to: request)
        let response = (try? await sent.collected()) ?? Response(status: 500)
        Self.declaredErrors.check(response, to: request)
        return APIResponse(response)
    }
}

extension APIResponse {
    /// The status, the code and the message of an error response.
    var failure: String { "\(status) \(string("code")): \(string("message"))" }

    /// One field of each element of a list.
    func all(_ field: String, in list: String) -> [String] {
        self[list]?.array?.compactMap { $0[field]?.string } ?? []
    }
}
