package import CardeaTelemetry

/// Writes one line for every request that was answered.
///
/// The line holds the route's pattern in place of the path and nothing of the query, the fields or the body:
/// paths name users, and the others carry keys and tokens.
package struct AccessLog<Time: Clock>: Responder where Time.Duration == Duration {
    private let next: any Responder
    private let logger: Logger
    private let clock: Time

    package init(_ next: any Responder, logger: Logger, clock: Time) {
        self.next = next
        self.logger = logger
        self.clock = clock
    }

    package func respond(to request: Request) async -> Response {
        let start = clock.now
        let response = await next.respond(to: request)
        logger.log(
            response.status < 500 ? .info : .error,
            "request",
            [
                ("method", .string(request.method.nameOfKnown)),
                ("route", .string(response.route ?? "none")),
                ("status", .integer(Int64(response.status))),
                ("microseconds", .integer(start.duration(to: clock.now).wholeMicroseconds)),
                ("bytes", .integer(Int64(response.body.count))),
                ("remote", .string(request.remoteAddress)),
            ]
        )
        return response
    }

    /// The server logs its refusals itself.
    package func refuse(_ request: Request, _ refusal: Refusal) -> Response {
        next.refuse(request, refusal)
    }

    package func bodySize(of request: Request) -> BodySize { next.bodySize(of: request) }
}

extension Duration {
    fileprivate var wholeMicroseconds: Int64 {
        components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    }
}
