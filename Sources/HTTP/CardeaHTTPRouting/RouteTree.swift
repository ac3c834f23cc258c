import CardeaEncodings
import CardeaHTTPMessages

/// Finds the endpoint of a path, segment by segment: a literal goes before a verb, a verb before a bare parameter.
struct RouteTree: Sendable {
    typealias Handler = @Sendable (Request, PathParameters) -> FutureResponse

    /// The handler of one method.
    struct Operation: Sendable {
        let bodySize: BodySize
        let handler: Handler
    }

    /// The target of one pattern.
    struct Endpoint: Sendable {
        let pattern: String
        let names: [String]
        var operations: [RequestMethod: Operation] = [:]
    }

    private var endpoint: Endpoint?
    private var literals: [ExactText: RouteTree] = [:]
    /// Longer suffixes first, so that the bare parameter comes last.
    private var parameters: [(suffix: String, tree: RouteTree)] = []

    mutating func add(_ operation: Operation, for method: RequestMethod, at text: String) {
        let pattern = RoutePattern(text)
        edit(pattern.segments[...]) { found in
            var endpoint = found ?? Endpoint(pattern: text, names: pattern.names)
            precondition(
                endpoint.names == pattern.names,
                "\(text) and \(endpoint.pattern) are the same route"
            )
            precondition(
                endpoint.operations.updateValue(operation, forKey: method) == nil,
                "\(method) \(text) twice"
            )
            found = endpoint
        }
    }

    /// - Parameter path: A percent-encoded path.
    /// - Returns: `nil` when no pattern has this form.
    func find(_ path: String) -> (endpoint: Endpoint, parameters: PathParameters)? {
        guard path.utf8.first == UInt8(ascii: "/") else { return nil }
        let segments = path.utf8.dropFirst().split(
            separator: UInt8(ascii: "/"),
            omittingEmptySubsequences: false
        )
        var values: [String] = []
        guard let endpoint = find(segments[...], &values) else { return nil }
        return (endpoint, PathParameters(names: endpoint.names, values: values))
    }

    private func find(_ segments: ArraySlice<Substring.UTF8View>, _ values: inout [String]) -> Endpoint? {
        guard let raw = segments.first else { return endpoint }
        let rest = segments.dropFirst()
        // Undecoded: a proxy's rule about `/v1/projects` must hold for every spelling that reaches that route.
        if let found = literals[Substring(raw).exact]?.find(rest, &values) { return found }
        for (suffix, tree) in parameters where raw.count > suffix.utf8.count {
            // An encoded colon belongs to the value; only a bare one leads in a verb.
            guard raw.suffix(suffix.utf8.count).elementsEqual(suffix.utf8),
                let value = PercentEncoding.decode(raw.dropLast(suffix.utf8.count))
            else { continue }
            values.append(value)
            if let found = tree.find(rest, &values) { return found }
            values.removeLast()
        }
        return nil
    }

    private mutating func edit(
        _ segments: ArraySlice<RoutePattern.Segment>,
        _ change: (inout Endpoint?) -> Void
    ) {
        guard let segment = segments.first else { return change(&endpoint) }
        switch segment {
        case .literal(let text):
            literals[text.exact, default: RouteTree()].edit(segments.dropFirst(), change)
        case .parameter(let suffix):
            let index =
                parameters.firstIndex { $0.suffix.utf8.count <= suffix.utf8.count } ?? parameters.endIndex
            // Own texts.
            let place = parameters.firstIndex { $0.suffix == suffix }
            if place == nil { parameters.insert((suffix, RouteTree()), at: index) }
            parameters[place ?? index].tree.edit(segments.dropFirst(), change)
        }
    }
}
