extension Decoder {
    /// A container in which no key may stand that is not one of `Key`.
    func strictContainer<Key: CodingKey & CaseIterable>(
        _: Key.Type
    ) throws -> KeyedDecodingContainer<Key> {
        let known = Set(Key.allCases.map(\.stringValue))
        let unknown = try container(keyedBy: AnyKey.self).allKeys.map(\.stringValue).filter {
            !known.contains($0)
        }
        guard let key = unknown.min() else { return try container(keyedBy: Key.self) }
        let path = (codingPath.map(\.stringValue) + [key]).joined(separator: ".")
        let guess = Suggestion.nearest(to: key, among: known).map { "; did you mean '\($0)'?" } ?? ""
        throw ConfigurationError("unknown key '\(path)'\(guess)")
    }
}

extension KeyedDecodingContainer {
    /// Replaces a default by what stands under a key, if anything does.
    func read<Value: Decodable>(_ key: Key, into value: inout Value) throws {
        if let found = try decodeIfPresent(Value.self, forKey: key) { value = found }
    }
}

private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
