import CardeaHTTPRouting
import CardeaIdentityService

/// Reads the project directory again before a request, if it was changed on another node.
///
/// If the store cannot be read, operations without admission, such as the public keys, use what was read before.
/// Admission rejects all others. Health checks never wait for the store here.
struct CurrentDirectory: Middleware {
    let projects: ProjectDirectory

    func handle(_ request: Request, next: any Responder) -> FutureResponse {
        if request.error != nil || projects.isCurrent || request.path.hasPrefix("/health/") {
            return next.handle(request)
        }
        return .pending { [projects] in
            try? await projects.synchronize()
            return await next.respond(to: request)
        }
    }
}
