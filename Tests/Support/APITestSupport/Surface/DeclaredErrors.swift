import CardeaEncodings
import CardeaHTTPMessages
package import CardeaHTTPRouting
package import CardeaOperations
import Testing

/// Checks that each error response has a code that its operation declares, in the form that it declares.
package struct DeclaredErrors: Sendable {
    private struct Declaration {
        let operation: OperationDescription
        let errors: Set<ErrorCode>
    }

    private let declarations: [String: Declaration]

    package init(_ operations: [OperationDescription]) {
        var declarations: [String: Declaration] = [:]
        for operation in operations {
            let declaration = Declaration(operation: operation, errors: Set(operation.allErrors))
            for path in operation.paths.flatMap(\.served) {
                declarations["\(operation.method.rawValue) \(path)"] = declaration
            }
        }
        self.declarations = declarations
    }

    /// Records an issue if the operation of a request does not declare its error.
    package func check(_ response: Response, to request: Request) {
        guard response.status >= 400, request.error == nil, let route = response.route,
            let declaration = declarations["\(request.method.rawValue) \(route)"]
        else { return }
        let name = declaration.operation.name
        guard let json = JSONValue(parsing: response.body),
            declaration.operation.errorBody?.accepts(json) == true
        else {
            Issue.record("\(name): the body of the error has another form than the declared one")
            return
        }
        let code = ErrorCode(Self.code(of: json), status: response.status)
        guard !declaration.errors.contains(code) else { return }
        Issue.record("\(name) does not declare the error \(code.name) with status \(code.status)")
    }

    /// The code in an error body of each protocol.
    static func code(of json: JSONValue) -> String {
        if let error = json["error"], let message = error["message"]?.string {
            // The message is a code, a code with a detail, or a sentence beside the name of a status.
            let code = String(message.prefix { $0 != " " })
            let isCode = message == code || message.hasPrefix("\(code) : ")
            return isCode ? code : error["status"]?.string ?? message
        }
        return json["error"]?.string ?? json["code"]?.string ?? ""
    }
}

extension ValueForm {
    /// Whether a response may have a value.
    fileprivate func accepts(_ json: JSONValue) -> Bool {
        switch (self, json) {
        case (.any, _), (.text, .string), (.boolean, .boolean): true
        case (.integer(let range), .integer(let number)): range.contains(number)
        case (.enumeration(let names), .string(let name)): names.contains(name)
        case (.list(let element, _), .array(let values)): values.allSatisfy(element.accepts)
        case (.map(let element), .object(let object)): object.allSatisfy { element.accepts($0.value) }
        case (.message(let message), .object(let object)): message.accepts(object)
        default: false
        }
    }
}

extension MessageForm {
    fileprivate func accepts(_ object: JSONObject) -> Bool {
        let known = object.allSatisfy { name, value in
            fields.first { $0.name == name }?.value.accepts(value) == true
        }
        return known && fields.allSatisfy { !$0.isAlwaysPresent || object[$0.name] != nil }
    }
}
