/// The type of a content, without its parameters and in lower case (RFC 9110 §8.3.1).
struct MediaType: Sendable, Hashable {
    let name: String

    init(_ field: String) {
        name = field.prefix { $0 != ";" }.trimming { $0 == " " || $0 == "\t" }.lowercased()
    }

    /// Whether it is JSON, by its name or by its suffix (RFC 6839 §3.1).
    var isJSON: Bool { name == "application/json" || name == "text/json" || name.hasSuffix("+json") }

    /// Whether it is HTML, in either of its forms.
    var isHTML: Bool { name == "text/html" || name == "application/xhtml+xml" }

    static let eventStream = Self("text/event-stream")
}

extension Substring {
    fileprivate func trimming(_ isTrimmed: (Character) -> Bool) -> Substring {
        var rest = drop(while: isTrimmed)
        while let last = rest.last, isTrimmed(last) { rest.removeLast() }
        return rest
    }
}
