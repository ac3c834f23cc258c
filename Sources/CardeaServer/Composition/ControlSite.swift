import AdminAPI
import HTTPRouting

/// What management reaches over the Unix socket.
struct ControlSite: Responder {
    private let api: AdminAPI

    init(_ application: Application) {
        api = AdminAPI(service: application.service, projects: application.projects)
    }

    func respond(to request: Request) async -> Response {
        // How a command finds out whether the server behind the socket still lives.
        if request.path == "/health/live" { return Response(status: 200) }
        return await api.respond(to: request)
    }

    func refuse(_ request: Request, _ refusal: Refusal) -> Response { api.refuse(request, refusal) }
}
