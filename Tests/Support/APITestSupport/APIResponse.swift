package import CardeaEncodings
package import CardeaHTTPMessages
package import CardeaHTTPRouting

/// The response.
package struct APIResponse: Sendable {
    package let status: Int
    package let fields: HeaderFields
    package let text: String
    /// `nil` when the body is not JSON.
    package let json: JSONValue?
    /// The members of the request's log line.
    package let record: RequestRecord

    package init(_ response: Response) {
        record = response.record ?? RequestRecord()
        status = response.status
        fields = response.fields
        text = String(decoding: response.body, as: UTF8.self)
        json = JSONValue(parsing: response.body)
    }

    package subscript(name: String) -> JSONValue? { json?[name] }

    /// The text of a member, or nothing.
    package func string(_ name: String) -> String { json?[name]?.string ?? "" }

    /// The `error.message` of Identity Toolkit's error body.
    package var errorMessage: String? { json?["error"]?["message"]?.string }
}

extension JSONValue: ExpressibleByStringLiteral {
    package init(stringLiteral value: String) { self = .string(value) }
}

extension JSONValue: ExpressibleByIntegerLiteral {
    package init(integerLiteral value: Int64) { self = .integer(value) }
}

extension JSONValue: ExpressibleByBooleanLiteral {
    package init(booleanLiteral value: Bool) { self = .boolean(value) }
}

extension JSONValue: ExpressibleByArrayLiteral {
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(uniqueKeysWithValues: elements))
    }
}

extension JSONValue {
    /// An object with the members of a dictionary, sorted by name.
    package static func object(_ members: [String: JSONValue]) -> JSONValue {
        var object = JSONObject()
        for (name, value) in members.sorted(by: { $0.key < $1.key }) { object[name] = value }
        return .object(object)
    }
}
