import CardeaEncodings

/// The form of a line.
enum JSONLine {
    /// The members of the JSON object after the time, each after a comma; the metadata in the order of its keys.
    static func members(
        _ level: Logger.Level,
        _ message: Logger.Message,
        _ metadata: Logger.Metadata
    ) -> ArraySlice<UInt8> {
        var json = JSONText()
        json.object { json in
            json.member("level", level.rawValue)
            json.member("msg", message.description)
            write(metadata, to: &json)
        }
        var members = json.bytes
        members[0] = UInt8(ascii: ",")
        return members.dropLast()
    }

    private static func write(_ members: Logger.Metadata, to json: inout JSONText) {
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            json.name(text: name)
            write(value, to: &json)
        }
    }

    private static func write(_ value: Logger.MetadataValue, to json: inout JSONText) {
        switch value {
        case .string(let text): json.string(text)
        case .stringConvertible(let value as any FixedWidthInteger): json.integer(value)
        case .stringConvertible(let value as Bool): json.boolean(value)
        case .stringConvertible(let value): json.string(value.description)
        case .dictionary(let members): json.object { write(members, to: &$0) }
        case .array(let elements):
            json.array { json in for element in elements { write(element, to: &json) } }
        }
    }
}
