import CardeaEncodings
package import CardeaHTTPMessages

/// Finds the handler of each request by its method and path.
///
/// A path is either exact (`/v1/accounts:signUp`) or has parameters (`/v1/projects/{project}/accounts:lookup`,
/// `/v1/projects/{project}/tenants/{tenant}:createSessionCookie`). An exact path goes before one with parameters.
/// HEAD has the handler of GET, whose body the server leaves out. OPTIONS gets the list of methods.
package struct Router: Responder {
    package typealias Handler = @Sendable (Request, PathParameters) async -> Response
    /// A handler that never waits.
    package typealias ImmediateHandler = @Sendable (Request, PathParameters) -> Response

    /// The reason why a request reached no handler.
    package enum Failure: Sendable, Equatable {
        /// The server rejected it.
        case rejected(RequestError)
        case notFound
        case methodNotAllowed
    }

    /// Gives an error the form of a protocol.
    ///
    /// The router adds `Allow`.
    package typealias ErrorRenderer = @Sendable (Request, Failure) -> Response

    /// The endpoints of exact paths, by the length of the path: a look-up costs no hash.
    private var exact: [[(path: String, endpoint: RouteTree.Endpoint)]] = []
    private var tree = RouteTree()
    private let renderError: ErrorRenderer

    /// - Parameter renderError: Makes the response to a request that reached no handler. Defaults to plain text.
    package init(renderError: @escaping ErrorRenderer = Router.plainError) {
        self.renderError = renderError
    }

    /// Adds a handler; two for the same method and path are a mistake in the program, and end it.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - pattern: The form of the path.
    ///   - bodySize: The limit of a request's body.
    ///   - handler: Makes the response.
    package mutating func on(
        _ method: RequestMethod,
        _ pattern: String,
        bodySize: BodySize = .ordinary,
        _ handler: @escaping Handler
    ) {
        add(method, pattern, bodySize) { request, parameters in
            .pending { await handler(request, parameters) }
        }
    }

    /// Adds a handler that never waits: no task is made for its requests, and lines that it logs name no request.
    package mutating func onImmediate(
        _ method: RequestMethod,
        _ pattern: String,
        _ handler: @escaping ImmediateHandler
    ) {
        add(method, pattern, .ordinary) { request, parameters in .ready(handler(request, parameters)) }
    }

    package func handle(_ request: Request) -> FutureResponse {
        if let error = request.error { return .ready(renderError(request, .rejected(error))) }
        guard let (endpoint, parameters) = find(request.path) else {
            // `OPTIONS *` asks about the server as a whole (RFC 9110 §9.3.7).
            let asksServer = request.method == .options && request.path == "*"
            return .ready(asksServer ? Response(status: 204) : renderError(request, .notFound))
        }
        let route = endpoint.pattern
        guard let operation = endpoint.operation(for: request.method) else {
            let isOptions = request.method == .options
            var response = isOptions ? Response(status: 204) : renderError(request, .methodNotAllowed)
            response.fields["allow"] = endpoint.allowedMethods
            response.route = route
            return .ready(response)
        }
        guard !request.hasEncodedBody else {
            var response = renderError(request, .rejected(.encodedBody))
            // The coding that the server reads instead (RFC 9110 §15.5.16).
            response.fields["accept-encoding"] = "identity"
            response.route = route
            return .ready(response)
        }
        return operation.handler(request, parameters).map { $0.route = route }
    }

    package func bodySize(of request: Request) -> BodySize {
        find(request.path)?.endpoint.operation(for: request.method)?.bodySize ?? .ordinary
    }

    private mutating func add(
        _ method: RequestMethod,
        _ pattern: String,
        _ bodySize: BodySize,
        _ handler: @escaping RouteTree.Handler
    ) {
        tree.add(RouteTree.Operation(bodySize: bodySize, handler: handler), for: method, at: pattern)
        guard !pattern.contains("{"), let endpoint = tree.find(pattern)?.endpoint else { return }
        let length = pattern.utf8.count
        while exact.count <= length { exact.append([]) }
        exact[length].removeAll { $0.path.exact == pattern.exact }
        exact[length].append((pattern, endpoint))
    }

    private func find(_ path: String) -> (endpoint: RouteTree.Endpoint, parameters: PathParameters)? {
        let length = path.utf8.count
        if length < exact.count, let found = exact[length].first(where: { $0.path.exact == path.exact }) {
            return (found.endpoint, PathParameters())
        }
        return tree.find(path)
    }

    /// Renders an error as one line of plain text.
    @Sendable package static func plainError(_ request: Request, _ failure: Failure) -> Response {
        switch failure {
        case .rejected(let error):
            .text(error.reason, status: error.status).recording(code: "INVALID_REQUEST")
        case .notFound: .text("Not Found", status: 404).recording(code: "NOT_FOUND")
        case .methodNotAllowed:
            .text("Method Not Allowed", status: 405).recording(code: "METHOD_NOT_ALLOWED")
        }
    }
}

extension RouteTree.Endpoint {
    fileprivate func operation(for method: RequestMethod) -> RouteTree.Operation? {
        operations[method] ?? (method == .head ? operations[.get] : nil)
    }

    fileprivate var allowedMethods: String {
        let methods = Set(operations.keys).union(operations[.get] == nil ? [.options] : [.options, .head])
        return methods.map(\.rawValue).sorted().joined(separator: ", ")
    }
}
