import CardeaSession
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// EXAMPLE URLSessionAdapter
struct AuthorizedURLSession: Sendable {
    let engine: SessionEngine
    let session = URLSession(configuration: .ephemeral, delegate: RedirectStop(), delegateQueue: nil)

    func data(for request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        guard let url = request.url else { throw URLError(.badURL) }
        var seen = CardeaRequest(RequestMethod(rawValue: request.httpMethod ?? "GET"), url)
        let credential = try await engine.authorize(&seen)
        let (data, response) = try await send(request, with: seen.fields)
        var received = CardeaResponse(status: response.statusCode, body: data)
        for case (let name as String, let value as String) in response.allHeaderFields {
            received.fields.append(HeaderFields.Name(name), value)
        }
        guard let credential,
            let newer = try await engine.credentialForRetry(after: received, to: seen, sentWith: credential)
        else { return (data, response) }
        engine.authorize(&seen, with: newer)
        return try await send(request, with: seen.fields)
    }

    private func send(
        _ request: URLRequest,
        with fields: HeaderFields
    ) async throws -> (Data, HTTPURLResponse) {
        var outgoing = request
        for field in fields { outgoing.setValue(field.value, forHTTPHeaderField: field.name.description) }
        let (data, response) = try await session.data(for: outgoing)
        guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        return (data, response)
    }
}

/// Follows no redirect, so that no token reaches another origin.
final class RedirectStop: NSObject, URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}
// END
