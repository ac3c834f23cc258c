import CardeaHTTPMessages
package import CardeaMetrics
package import CardeaLogging

/// Writes the access log, counts requests, and measures how long they take.
///
/// Log and metrics have the route's pattern instead of the path, because paths contain user IDs. They have nothing of
/// the query, the fields or the body, because these contain keys and tokens. A path without a route is `none`, an
/// unknown method `other`; the log then has the path, cut.
package final class RequestMonitor<Time: Clock>: Middleware where Time.Duration == Duration {
    private let accessLog: AccessLog
    private let administration: AdministrationLog
    private let instruments: RequestInstruments
    private let clock: Time

    package init(logger: Logger, metrics: any MetricsFactory, clock: Time) {
        accessLog = AccessLog(logger)
        administration = AdministrationLog(logger: logger)
        instruments = RequestInstruments(factory: metrics)
        self.clock = clock
    }

    package func handle(_ request: Request, next: any Responder) -> FutureResponse {
        let method = request.method.nameOfKnown
        if request.error != nil {
            // The server logs rejected requests itself.
            return next.handle(request).map { self.instruments.count(method, $0) }
        }
        let (start, id, remote, path) = (clock.now, request.id, request.remoteAddress, request.path)
        let verb = request.method
        return next.handle(request).map { response in
            let nanoseconds = start.duration(to: self.clock.now).nanoseconds
            self.instruments.count(method, response, nanoseconds: nanoseconds)
            var entry = AccessLogEntry(
                request: id,
                method: method,
                route: response.route ?? "none",
                status: response.status,
                nanoseconds: nanoseconds,
                bytes: response.body.count,
                remote: remote
            )
            if let record = response.record {
                (entry.project, entry.app) = (record.project, record.app)
                (entry.code, entry.limit) = (record.code, record.limit)
                entry.reason = record.reason.map(LogText.cut)
                self.administration.write(&response, request: id, remote: remote, verb)
            }
            // It shows a wrong prefix; the path of a known route may have a user's ID.
            if response.status == 404, response.route == nil { entry.path = LogText.cut(path) }
            self.accessLog.write(entry)
        }
    }
}

extension RequestMethod {
    /// The method's name, unless the client invented it.
    fileprivate var nameOfKnown: String {
        switch self {
        case .get, .head, .post, .put, .patch, .delete, .options: rawValue
        default: "other"
        }
    }
}
