import CardeaAdminAPI
import CardeaEncodings
import CardeaHTTPMessages
package import CardeaHTTPRouting
import CardeaIdentityService
import CardeaLogging
import CardeaOperatingSystem
import Foundation

/// Writes the line of an action that a command takes by itself, such as a copy of the database.
///
/// A command sends the request to the running server, whose log has the line then.
package struct MaintenanceLog: Responder {
    private static let path = "/maintenance"

    package static func request(_ action: String, _ directory: String) -> Request {
        // The log does not say where the command ran.
        let path = URL(filePath: directory).absoluteURL.path
        let query = "action=\(PercentEncoding.encode(action))&directory=\(PercentEncoding.encode(path))"
        return Request(.post, Self.path, query: query, remoteAddress: "unix")
    }

    static func accepts(_ request: Request) -> Bool {
        request.error == nil && request.method == .post && request.path.exact == path.exact
    }

    package func handle(_ request: Request) -> FutureResponse {
        let items = request.queryItems
        let administration = Administration(items["action"] ?? "", by: request.operatorActor.fields)
        administration.note("directory", items["directory"] ?? "")
        var response = Response(status: 200)
        response.note { $0.administration = administration }
        return .ready(response)
    }

    /// Writes the line to the standard error, for there is no server.
    package static func writeLocally(_ request: Request, _ configuration: CardeaServer.Configuration) async {
        let log = ServerLog(configuration, output: .standardError)
        var request = request
        request.localUser = FileStatus.effectiveUser
        _ = await MaintenanceLog().behind(.ofCommand(log.logger)).respond(to: request)
        log.flush(within: .seconds(1))
    }
}

extension [any Middleware] {
    /// The log of a command without a server: what it has changed, on the standard error.
    ///
    /// A person at a terminal gets none of it, for the command says what it has done.
    static func ofCommand(_ logger: Logger) -> Self {
        var logger = logger
        logger.logLevel = isatty(STDERR_FILENO) == 1 ? .critical : Swift.max(logger.logLevel, .notice)
        return [
            RequestIdentifiers { SystemRandomSource().word() }, AdministrationMonitor(logger: logger),
            SuccessAlone(),
        ]
    }
}

/// Leaves a request that was rejected out of the log: the command prints the error.
private struct SuccessAlone: Middleware {
    func handle(_ request: Request, next: any Responder) -> FutureResponse {
        next.handle(request).map { if $0.status >= 400 { $0.note { $0.administration = nil } } }
    }
}
