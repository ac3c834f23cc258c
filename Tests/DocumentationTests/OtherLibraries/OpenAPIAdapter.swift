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
        var request = request
        let credential = try await engine.validCredential()
        request.headerFields[.authorization] = "Bearer " + credential.accessToken.reveal()
        let answer = try await next(request, body, baseURL)
        guard answer.0.status == .unauthorized else { return answer }
        let newer = try await engine.credential(replacing: credential)
        guard body?.iterationBehavior != .single else { return answer }
        request.headerFields[.authorization] = "Bearer " + newer.accessToken.reveal()
        return try await next(request, body, baseURL)
    }
}
// END
