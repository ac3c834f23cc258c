/// That a request's body does not fit its message, said in Google's words.
struct InvalidRequest: Error, Sendable, Equatable {
    let message: String

    private init(_ message: String) { self.message = message }

    /// The body is not one JSON object, nests too deep, or says something twice.
    static let notAnObject = InvalidRequest("\(prefix)Expected one JSON object.")

    static func unknownFields(_ names: [String]) -> InvalidRequest {
        InvalidRequest(
            names.map { "\(prefix)Unknown name \"\($0)\": Cannot find field." }.joined(separator: "\n")
        )
    }

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
