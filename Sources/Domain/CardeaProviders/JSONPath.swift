import CardeaEncodings

/// A place in a JSON value: names with dots between them.
struct JSONPath {
    private let names: [Substring]

    init(_ text: String) { names = text.split(separator: ".") }

    func value(in json: JSONValue) -> JSONValue? {
        var value: JSONValue? = json
        for name in names { value = value?[String(name)] }
        return value
    }

    /// A text, or a whole number as text; `nil` for anything else and for an empty text.
    func text(in json: JSONValue) -> String? {
        switch value(in: json) {
        case .string(let text): text.isEmpty ? nil : text
        case .integer(let number): String(number)
        default: nil
        }
    }

    /// Whether there is `true` (OpenID Connect Core §5.1), or the text `true`, which Apple writes.
    func flag(in json: JSONValue) -> Bool {
        switch value(in: json) {
        case .boolean(let flag): flag
        case .string(let text): text == "true"
        default: false
        }
    }

    /// Whether there is a flag, or 1: Microsoft writes `xms_edov` as a number, or as its text.
    func flagOrOne(in json: JSONValue) -> Bool { flag(in: json) || text(in: json) == "1" }
}
