import HTTPRouting

/// The items of a request's query, decoded once.
struct QueryItems {
    private let items: [(name: String, value: String)]

    init(_ request: Request) { items = request.queryItems ?? [] }

    /// The first value of a name.
    subscript(name: String) -> String? { items.first { $0.name == name }?.value }
}
