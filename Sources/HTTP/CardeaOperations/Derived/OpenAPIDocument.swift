import CardeaEncodings
import CardeaHTTPMessages
package import CardeaHTTPRouting
import CardeaLocks

/// The OpenAPI 3.1 document of a table of operations.
///
/// It is made when it is first needed, for it takes memory that most servers never use.
package final class OpenAPIDocument: Sendable {
    private let operations: @Sendable () -> [OperationDescription]
    private let title: String
    private let made = Mutex<[UInt8]?>(nil)

    package init(
        _ operations: @autoclosure @escaping @Sendable () -> [OperationDescription],
        title: String = "Cardea"
    ) {
        self.operations = operations
        self.title = title
    }

    package var json: [UInt8] {
        made.withLock { made in
            let json = made ?? Self.json(of: operations(), title: title)
            made = json
            return json
        }
    }

    private static func json(of operations: [OperationDescription], title: String) -> [UInt8] {
        let schemas = OpenAPISchemas(operations)
        var text = JSONText(capacity: 65_536)
        text.object { text in
            text.member("openapi", "3.1.0")
            text.name("info")
            text.object { text in
                text.member("title", title)
                text.member("version", "1")
            }
            text.name("paths")
            text.object { text in writePaths(of: operations, to: &text) }
            text.name("components")
            text.object { text in
                text.name("schemas")
                text.object { text in schemas.write(to: &text) }
                text.name("securitySchemes")
                text.object(writeSecuritySchemes)
            }
        }
        return text.bytes
    }

    /// Serves the document at a path.
    package func register(on router: inout Router, at path: String = "/openapi.json") {
        router.onImmediate(.get, path) { _, _ in
            var response = Response.json(self.json)
            response.fields[.cacheControl] = "public, max-age=300"
            return response
        }
    }

    private static func writePaths(of operations: [OperationDescription], to text: inout JSONText) {
        let forms = operations.flatMap { operation in operation.paths.map { (operation, $0) } }
        // Own texts.
        for (path, methods) in Dictionary(grouping: forms, by: \.1.path).sorted(by: { $0.key < $1.key }) {
            text.name(text: path)
            text.object { text in
                for (operation, form) in methods {
                    text.name(text: operation.method.rawValue.lowercased())
                    text.object { text in operation.write(at: form, to: &text) }
                }
            }
        }
    }

    private static func writeSecuritySchemes(to text: inout JSONText) {
        text.name("app")
        text.object { text in
            text.member("type", "apiKey")
            text.member("in", "query")
            text.member("name", "key")
        }
        text.name("administrator")
        text.object { text in
            text.member("type", "http")
            text.member("scheme", "bearer")
        }
        text.name("client")
        text.object { text in
            text.member("type", "http")
            text.member("scheme", "basic")
        }
    }
}

extension OperationDescription {
    /// Writes the operation in one form of its path.
    fileprivate func write(at form: PathForm, to text: inout JSONText) {
        text.member("operationId", form.variant.isEmpty ? name : "\(name).\(form.variant)")
        text.name("tags")
        text.array { $0.string(group) }
        text.member("summary", summary)
        text.name("parameters")
        text.array { text in writeParameters(of: form, to: &text) }
        text.name("security")
        text.array { text in writeSecurity(at: form, to: &text) }
        if !source.isQuery || inputLines != nil {
            text.name("requestBody")
            text.object(writeBody)
        }
        text.name("responses")
        text.object { text in writeResponses(at: form, to: &text) }
        text.name("x-callers")
        text.array { text in for caller in callers(at: form).names { text.string(caller) } }
        text.name("x-served-paths")
        text.array { text in for path in form.served { text.string(path) } }
    }

    private func writeParameters(of form: PathForm, to text: inout JSONText) {
        for name in form.parameters {
            text.object { text in
                text.member("name", name)
                text.member("in", "path")
                text.member("required", true)
                text.name("schema")
                ValueForm.text(maximumBytes: nil).writeSchema(to: &text)
            }
        }
        for field in parameters + (source.isQuery ? input.fields : []) where !field.rule.isIgnored {
            text.object { text in
                text.member("name", field.name)
                text.member("in", "query")
                text.member("description", field.summary)
                text.name("schema")
                field.value.writeSchema(to: &text)
            }
        }
    }

    /// A user's token is in the body, and the API key is sent too.
    private func writeSecurity(at form: PathForm, to text: inout JSONText) {
        // Own texts.
        for scheme in Set(callers(at: form).compactMap(\.securityScheme)).sorted() {
            text.object { text in
                text.name(text: scheme)
                text.array { _ in }
            }
        }
        if callers.contains(.anyone) { text.object { _ in } }
    }

    private func writeBody(to text: inout JSONText) {
        text.name("content")
        text.object { text in
            if let inputLines { ValueForm.message(inputLines.line).writeLines(to: &text) }
            for type in source.mediaTypes {
                text.name(text: type)
                text.object { text in
                    text.name("schema")
                    ValueForm.message(input).writeSchema(to: &text)
                }
            }
        }
    }

    private func writeResponses(at form: PathForm, to text: inout JSONText) {
        text.name("200")
        text.object { text in
            text.member("description", "Success.")
            guard let output else { return }
            text.name("content")
            text.object { text in
                hasOutputLines ? output.writeLines(to: &text) : output.writeJSON(to: &text)
            }
        }
        for (status, codes) in Dictionary(grouping: allErrors, by: \.status).sorted(by: { $0.key < $1.key }) {
            text.name(text: String(status))
            text.object { text in
                text.member("description", codes.map(\.name).joined(separator: ", "))
                guard let errorBody else { return }
                text.name("content")
                text.object { text in errorBody.writeJSON(to: &text) }
            }
        }
    }
}

extension ValueForm {
    /// Writes the content of a body in JSON.
    fileprivate func writeJSON(to text: inout JSONText) {
        text.name("application/json")
        text.object { text in
            text.name("schema")
            writeSchema(to: &text)
        }
    }

    /// Writes the content of a body with one value in each line; OpenAPI 3.1 has no schema for lines.
    fileprivate func writeLines(to text: inout JSONText) {
        text.name("application/jsonl")
        text.object { text in
            text.name("schema")
            ValueForm.text(maximumBytes: nil).writeSchema(to: &text, description: "One object in each line.")
            text.name("x-line-schema")
            writeSchema(to: &text)
        }
    }
}

extension Set<CallerKind> {
    fileprivate var names: [String] { map(\.rawValue).sorted() }
}

extension CallerKind {
    fileprivate var securityScheme: String? {
        switch self {
        case .app, .user: "app"
        case .administrator: "administrator"
        case .client: "client"
        case .operator, .anyone: nil
        }
    }
}

extension InputSource {
    fileprivate var mediaTypes: [String] {
        switch self {
        case .json, .exactJSON: ["application/json"]
        case .form: ["application/x-www-form-urlencoded"]
        case .formOrJSON: ["application/x-www-form-urlencoded", "application/json"]
        case .query, .exactQuery, .lines: []
        }
    }
}
