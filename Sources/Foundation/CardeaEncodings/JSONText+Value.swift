extension JSONText {
    /// Writes a value.
    package mutating func value(_ value: JSONValue) {
        switch value {
        case .null: raw("null".utf8)
        case .boolean(let value): boolean(value)
        case .integer(let value): integer(value)
        case .number(let value): raw(value.text.utf8)
        case .string(let value): string(value)
        case .array(let values): array { json in for value in values { json.value(value) } }
        case .object(let members): object(members)
        }
    }

    /// Writes an object.
    package mutating func object(_ members: JSONObject) {
        object { json in
            for (name, value) in members {
                json.name(text: name)
                json.value(value)
            }
        }
    }
}
