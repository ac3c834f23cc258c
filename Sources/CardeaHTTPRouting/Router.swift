package import CardeaHTTPMessages

/// Leads each request to the handler of its method and path.
///
/// A path is either exact (`/v1/accounts:signUp`) or has parameters (`/v1/projects/{project}/accounts:lookup`,
/// `/v1/projects/{project}/tenants/{tenant}:createSessionCookie`). An exact path goes before one with parameters.
/// HEAD is answered by the handler of GET, whose body the server leaves out; OPTIONS by the list of methods.
package struct Router: Responder {
    package typealias Handler = @Sendable (Request, PathParameters) async -> Response

    /// Why a request reached no handler.
    package enum Failure: Sendable, Equatable {
        /// It never became whole.
        case refused(Refusal)
        case notFound
        case methodNotAllowed
    }

    /// The body and status of an answer to a request that reached no handler; the router adds `Allow`.
    package typealias Wording = @Sendable (Request, Failure) -> Response

    private var exact: [String: RouteTree.Endpoint] = [:]
    private var tree = RouteTree()
    private let wording: Wording

    package init(wording: @escaping Wording = Router.plainWording) {
        self.wording = wording
    }

    /// Adds a handler; two for the same method and path are a mistake in the program, and end it.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - pattern: The form of the path.
    ///   - bodySize: How long a request's body may be.
    ///   - handler: What answers.
    package mutating func on(
        _ method: HTTPMethod,
        _ pattern: String,
        bodySize: BodySize = .ordinary,
        _ handler: @escaping Handler
    ) {
        tree.add(RouteTree.Operation(bodySize: bodySize, handler: handler), for: method, at: pattern)
        if !pattern.contains("{") { exact[pattern] = tree.find(pattern)?.endpoint }
    }

    package func respond(to request: Request) async -> Response {
        guard let (endpoint, parameters) = find(request.path) else {
            // `OPTIONS *` asks after the server as a whole (RFC 9110 §9.3.7).
            let asksServer = request.method == .options && request.path == "*"
            return asksServer ? Response(status: 204) : wording(request, .notFound)
        }
        guard let operation = endpoint.operation(for: request.method) else {
            var response =
                request.method == .options ? Response(status: 204) : wording(request, .methodNotAllowed)
            response.fields["allow"] = endpoint.allowedMethods
            response.route = endpoint.pattern
            return response
        }
        var response = await operation.handler(request, parameters)
        response.route = endpoint.pattern
        return response
    }

    package func refuse(_ request: Request, _ refusal: Refusal) -> Response {
        wording(request, .refused(refusal))
    }

    package func bodySize(of request: Request) -> BodySize {
        find(request.path)?.endpoint.operation(for: request.method)?.bodySize ?? .ordinary
    }

    private func find(_ path: String) -> (endpoint: RouteTree.Endpoint, parameters: PathParameters)? {
        exact[path].map { ($0, PathParameters()) } ?? tree.find(path)
    }

    /// Says in one plain line what is wrong.
    @Sendable package static func plainWording(_ request: Request, _ failure: Failure) -> Response {
        switch failure {
        case .refused(let refusal): .text(refusal.reason, status: refusal.status)
        case .notFound: .text("Not Found", status: 404)
        case .methodNotAllowed: .text("Method Not Allowed", status: 405)
        }
    }
}

extension RouteTree.Endpoint {
    fileprivate func operation(for method: HTTPMethod) -> RouteTree.Operation? {
        operations[method] ?? (method == .head ? operations[.get] : nil)
    }

    fileprivate var allowedMethods: String {
        var methods = Set(operations.keys.map(\.rawValue)).union(["OPTIONS"])
        if methods.contains("GET") { methods.insert("HEAD") }
        return methods.sorted().joined(separator: ", ")
    }
}
