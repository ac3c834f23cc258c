/// The form of a path: literal segments, parameters (`{name}`), and parameters with a custom verb (`{name}:verb`, AIP-136).
struct RoutePattern: Equatable {
    enum Segment: Equatable {
        case literal(String)
        /// Any text, then the suffix: empty, or a colon and the verb.
        case parameter(suffix: String)
    }

    let segments: [Segment]
    /// The names of the parameters, in the order of the path.
    let names: [String]

    /// Reads a pattern such as `/v1/projects/{project}/tenants/{tenant}:createSessionCookie`.
    init(_ text: String) {
        precondition(text.first == "/", "a route begins with a slash: \(text)")
        var names: [String] = []
        segments = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map { segment in
            guard segment.first == "{", let end = segment.firstIndex(of: "}") else {
                return .literal(String(segment))
            }
            let suffix = segment[segment.index(after: end)...]
            precondition(suffix.isEmpty || suffix.first == ":", "only a verb may follow a parameter: \(text)")
            names.append(String(segment[..<end].dropFirst()))
            return .parameter(suffix: String(suffix))
        }
        self.names = names
    }
}
