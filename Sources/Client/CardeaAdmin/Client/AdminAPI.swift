internal import CardeaEncodings
internal import CardeaSession
internal import Foundation

/// Sends requests of an administrator.
struct AdminAPI: Sendable {
    private static let timeout = Duration.seconds(60)

    let server: AdminServer
    let projectID: String
    let credential: AdminCredential
    let transport: any HTTPTransport

    /// Sends a request below `/v1/projects/{project}`, and of a tenant below its path.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: The rest of the path after the project or the tenant: `/accounts:lookup`, `:createSessionCookie`.
    ///   - tenant: The tenant.
    ///   - query: The query.
    ///   - body: The body; `nil` for none.
    /// - Returns: The response.
    /// - Throws: The failure of the request.
    func users<Response: Decodable>(
        _ method: RequestMethod = .post,
        _ path: String,
        tenant: String?,
        query: [String: String] = [:],
        _ body: (any Encodable & Sendable)? = nil
    ) async throws(AdminError) -> Response {
        let pool = tenant.map { "/tenants/\($0)" } ?? ""
        return try await send(method, "v1/projects/\(projectID)\(pool)\(path)", query, body)
    }

    /// Sends a request below `/v2/projects/{project}/tenants`.
    func tenants<Response: Decodable>(
        _ method: RequestMethod,
        _ id: String? = nil,
        query: [String: String] = [:],
        _ body: (any Encodable & Sendable)? = nil
    ) async throws(AdminError) -> Response {
        try await send(method, "v2/projects/\(projectID)/tenants\(id.map { "/\($0)" } ?? "")", query, body)
    }

    /// Sends a request, and once more with another access token if the first one is rejected.
    private func send<Response: Decodable>(
        _ method: RequestMethod,
        _ path: String,
        _ query: [String: String],
        _ body: (any Encodable & Sendable)?
    ) async throws(AdminError) -> Response {
        var url = server.accounts.appending(path: path)
        if !query.isEmpty {
            url.append(
                queryItems: query.sorted { $0.key.exact < $1.key.exact }.map {
                    URLQueryItem(name: $0.key, value: $0.value)
                }
            )
        }
        var request = CardeaRequest(method, url, fields: [.accept: "application/json"], timeout: Self.timeout)
        if let body {
            guard let json = try? JSONEncoder().encode(body) else {
                throw AdminError(.invalidArgument, detail: "the request cannot be written as JSON")
            }
            request.body = json
            request.fields[.contentType] = "application/json"
        }
        var token = try await credential.token()
        var response = try await sent(request, token)
        if response.status == 401, credential.isReplaceable {
            token = try await credential.token(replacing: token)
            response = try await sent(request, token)
        }
        guard (200..<300).contains(response.status) else { throw AdminError(response) }
        do {
            return try response.json(Response.self)
        } catch {
            throw AdminError(.serverError, detail: "the response is not an identity server's")
        }
    }

    private func sent(
        _ request: CardeaRequest,
        _ token: SessionSecret
    ) async throws(AdminError) -> CardeaResponse {
        var request = request
        request.fields[.authorization] = "Bearer \(token.reveal())"
        return try await transport.response(to: request)
    }
}

extension HTTPTransport {
    /// Sends a request; a failure is one of the SDK.
    func response(to request: CardeaRequest) async throws(AdminError) -> CardeaResponse {
        do {
            return try await send(request)
        } catch {
            throw AdminError(error)
        }
    }
}
