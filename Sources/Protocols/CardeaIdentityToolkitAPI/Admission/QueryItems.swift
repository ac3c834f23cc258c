import CardeaEncodings
import CardeaHTTPRouting
import CardeaOperations

/// The items of a request's query.
struct QueryItems: Sendable {
    private let items: [FormItem]

    init(_ request: Request) { items = request.queryItems }

    /// The value of a name in any spelling, as `update_mask` is one of `updateMask`; an empty one counts as absent.
    subscript(name: String) -> String? {
        let found = items[name] ?? items.first { $0.name.isSpelling(of: name) }?.value
        return found.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Rejects a name that comes twice, in two spellings.
    func requireDifferentNames() throws(FieldError) {
        for (place, item) in items.enumerated().dropFirst() {
            guard !items[..<place].contains(where: { $0.name.isSpelling(of: item.name) }) else {
                throw FieldError(.repeated, field: item.name)
            }
        }
    }
}
