import CardeaEncodings
import CardeaHTTPRouting

/// The items of a request's query.
struct QueryItems: Sendable {
    private let items: [FormItem]

    init(_ request: Request) { items = request.queryItems }

    /// The first value of a name; an empty one counts as absent.
    subscript(name: String) -> String? { items[name].flatMap { $0.isEmpty ? nil : $0 } }
}
