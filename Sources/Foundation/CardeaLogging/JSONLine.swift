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
        case .string(let text): json.string(printable(text))
        case .stringConvertible(let value as any FixedWidthInteger): json.integer(value)
        case .stringConvertible(let value as Bool): json.boolean(value)
        case .stringConvertible(let value): json.string(printable(value.description))
        case .dictionary(let members): json.object { write(members, to: &$0) }
        case .array(let elements):
            json.array { json in for element in elements { write(element, to: &json) } }
        }
    }

    /// A text with escapes for characters that end a line or change how a terminal shows it; JSON itself allows them.
    private static func printable(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 >= 0x7F }) else { return text }
        var shown = ""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x7F...0x9F, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF:
                shown += "\\u{\(String(scalar.value, radix: 16))}"
            default: shown.unicodeScalars.append(scalar)
            }
        }
        return shown
    }
}
