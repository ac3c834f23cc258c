/// That a request's body does not fit its message, said in Google's words.
struct InvalidRequest: Error, Sendable, Equatable {
    let message: String

    private init(_ message: String) { self.message = message }

    /// The body is not one JSON object, exceeds a limit, or names a member twice.
    static let notAnObject = InvalidRequest("\(prefix)Expected one JSON object.")

    /// Fields that the message does not have: the first few are named.
    static func unknownFields(_ names: [String]) -> InvalidRequest {
        var lines = names.prefix(namedFields).map {
            "\(prefix)Unknown name \"\($0)\": Cannot find field."
        }
        if names.count > namedFields { lines.append("and \(names.count - namedFields) more") }
        return InvalidRequest(lines.joined(separator: "\n"))
    }

    /// The most unknown fields that an error names: the response stays small whatever was sent.
    private static let namedFields = 5

    /// A field is given in both spellings.
    static func repeated(_ name: String) -> InvalidRequest {
        InvalidRequest("\(prefix)Field \"\(name)\" is given twice.")
    }

    /// A field holds what is not of its type, named as Google does: `TYPE_STRING`, `TYPE_BOOL`.
    static func invalidValue(at name: String, type: String) -> InvalidRequest {
        InvalidRequest("Invalid value at '\(name)' (\(type))")
    }

    private static let prefix = "Invalid JSON payload received. "
}
