package import CardeaHTTPMessages
import CardeaTelemetry

/// Gives every request an id, and names it in the answer's `x-request-id` and in all lines that are logged on its way.
package struct RequestIdentifiers: Responder {
    private let next: any Responder
    private let random: @Sendable () -> UInt64

    /// Creates the middleware in front of another responder, drawing the ids from `random`.
    package init(_ next: any Responder, random: @escaping @Sendable () -> UInt64) {
        self.next = next
        self.random = random
    }

    package func respond(to request: Request) async -> Response {
        var request = request
        request.id = identifier(of: request)
        var response = await Logger.$request.withValue(request.id) { await next.respond(to: request) }
        response.fields[.requestID] = request.id
        return response
    }

    package func refuse(_ request: Request, _ refusal: Refusal) -> Response {
        var response = next.refuse(request, refusal)
        response.fields[.requestID] = identifier(of: request)
        return response
    }

    package func bodySize(of request: Request) -> BodySize { next.bodySize(of: request) }

    private func identifier(of request: Request) -> String {
        request.fields[.requestID].flatMap(Self.accepted) ?? generated()
    }

    /// A caller's own id, unless it could garble a log: at most 64 letters, digits, `-`, `_` and `.`.
    private static func accepted(_ id: String) -> String? {
        let isPlain = id.utf8.allSatisfy { byte in
            switch byte {
            case 48...57, 65...90, 97...122, 45, 46, 95: true
            default: false
            }
        }
        return isPlain && (1...64).contains(id.utf8.count) ? id : nil
    }

    /// Sixteen digits, the first of which is never zero.
    private func generated() -> String {
        String(random() | 1 << 63, radix: 16)
    }
}

extension HTTPFieldName {
    /// Names a request in the logs of all who handle it.
    package static let requestID: Self = "x-request-id"
}
