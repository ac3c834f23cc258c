import CardeaEncodings
import CardeaHTTPRouting

/// The items of a request's query, decoded once.
struct QueryItems: Sendable {
    private let items: [(name: String, value: String)]

    init(_ request: Request) { items = request.queryItems ?? [] }

    /// The first value of a name; an empty one counts as absent.
    subscript(name: String) -> String? {
        items.first { $0.name.exact == name.exact }.flatMap { $0.value.isEmpty ? nil : $0.value }
    }
}
