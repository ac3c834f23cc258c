package import CardeaEncodings
package import CardeaHTTPMessages
package import CardeaHTTPRouting
import CardeaOperations

/// The part of a request that a caller adds: fields of the head, items of the query, fields of the message.
package struct SweepCredential: Sendable {
    package var head: HeaderFields
    package var query: [(name: String, value: String)]
    package var fields: JSONObject

    package init(
        head: HeaderFields = [:],
        query: [(name: String, value: String)] = [],
        fields: JSONObject = [:]
    ) {
        self.head = head
        self.query = query
        self.fields = fields
    }
}

/// A request to an operation, whichever part of it holds the fields.
package struct SweepRequest: Sendable {
    package let place: Place
    package var encoding: FieldEncoding
    package var path: [String: String]
    package var credential: SweepCredential
    package var fields: JSONObject = [:]
    /// The text that stands in place of the fields.
    package var text: String?

    package init(
        _ place: Place,
        _ encoding: FieldEncoding,
        path: [String: String] = [:],
        as credential: SweepCredential
    ) {
        self.place = place
        self.encoding = encoding
        self.path = path
        self.credential = credential
    }

    /// The request at a path, which defaults to the one without a host.
    package func request(at served: String? = nil) -> Request {
        var head = credential.head
        var query = credential.query
        var body = ""
        var object = credential.fields
        for (name, value) in fields { object[name] = value }
        for parameter in place.operation.parameters {
            guard let value = object[parameter.name] else { continue }
            query.append((parameter.name, value.parameterText ?? ""))
            object[parameter.name] = nil
        }
        var queryText = FormCoding.encode(query)
        switch encoding {
        case .json:
            head[.contentType] = "application/json"
            body = text ?? String(decoding: JSONValue.object(object).text, as: UTF8.self)
        case .form:
            head[.contentType] = "application/x-www-form-urlencoded"
            body = text ?? Self.form(object)
        case .query: queryText += "&" + (text ?? Self.form(object))
        }
        return Request(
            place.operation.method,
            served ?? place.path(path),
            query: queryText,
            fields: head,
            body: Array(body.utf8)
        )
    }

    private static func form(_ object: JSONObject) -> String {
        FormCoding.encode(object.compactMap { name, value in value.parameterText.map { (name, $0) } })
    }
}

extension JSONValue {
    /// The value as a parameter of a form or a query; `nil` for one that has no such form.
    package var parameterText: String? {
        switch self {
        case .string(let text): text
        case .integer(let number): String(number)
        case .boolean(let flag): String(flag)
        case .null, .number, .array, .object: nil
        }
    }
}
