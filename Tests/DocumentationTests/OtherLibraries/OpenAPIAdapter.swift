import CardeaSession
import Foundation

// EXAMPLE OpenAPIAdapter
struct SessionMiddleware: ClientMiddleware {
    let engine: SessionEngine

    func intercept(
        _ request: HTTPTypes.HTTPRequest,
        body: HTTPBody?,
        baseURL: URL,
        operationID: String,
        next:
            @Sendable (HTTPTypes.HTTPRequest, HTTPBody?, URL) async throws -> (
                HTTPTypes.HTTPResponse, HTTPBody?
            )
    ) async throws -> (HTTPTypes.HTTPResponse, HTTPBody?) {
        // The engine looks at the method, the address and the header fields.
        guard let url = URL(string: baseURL.absoluteString + (request.path ?? "")) else {
            return try await next(request, body, baseURL)
        }
        var seen = CardeaRequest(RequestMethod(rawValue: request.method.rawValue), url)
        var credential = try await engine.authorize(&seen)
        var replays = 0
        while true {
            var outgoing = request
            for field in seen.fields {
                guard let name = HTTPField.Name(field.name.description) else { continue }
                outgoing.headerFields[name] = field.value
            }
            let response = try await next(outgoing, body, baseURL)
            guard let carried = credential,
                let newer = try await engine.credentialForRetry(
                    after: CardeaResponse(response.0),
                    to: seen,
                    sentWith: carried,
                    replays: replays
                ),
                body?.iterationBehavior != .single
            else { return response }
            engine.authorize(&seen, with: newer)
            credential = newer
            replays += 1
        }
    }
}

extension CardeaResponse {
    init(_ head: HTTPTypes.HTTPResponse) {
        self.init(status: head.status.code)
        for field in head.headerFields { fields.append(HeaderFields.Name(field.name.rawName), field.value) }
    }
}
// END
