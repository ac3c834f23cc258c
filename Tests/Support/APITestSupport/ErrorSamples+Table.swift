import CardeaEncodings
package import CardeaHTTPRouting

extension ErrorSamples {
    /// The responses of a protocol for all errors, as text: status and code, and below the errors that have them.
    ///
    /// - Parameter respond: The protocol's response for an error.
    /// - Returns: The text.
    package static func table(_ respond: (any Error) -> Response) -> String {
        var names: [String: [String]] = [:]
        for (name, error) in all {
            let response = respond(error)
            let code = JSONValue(parsing: response.body).map(DeclaredErrors.code) ?? ""
            names["\(response.status) \(code)", default: []].append(name)
        }
        return names.sorted { $0.key < $1.key }.flatMap { [$0.key] + lines(of: $0.value) }
            .joined(separator: "\n")
    }

    /// Names in indented lines of at most 100 characters.
    private static func lines(of names: [String]) -> [String] {
        var lines: [String] = []
        for name in names {
            if let last = lines.last, last.count + name.count < 100 {
                lines[lines.count - 1] += " \(name)"
            } else {
                lines.append("    \(name)")
            }
        }
        return lines
    }
}
