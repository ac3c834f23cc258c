/// The values of a pattern's parameters, percent-decoded.
package struct PathParameters: Sendable {
    private let names: [String]
    private let values: [String]

    init(names: [String] = [], values: [String] = []) {
        self.names = names
        self.values = values
    }

    /// The value of a parameter; `nil` when the route has none of that name.
    package subscript(name: String) -> String? {
        // Own texts.
        names.firstIndex(of: name).map { values[$0] }
    }
}
