/// Messages that are `Decodable`, read strictly: the text was read by `JSONParser`.
extension JSONValue {
    /// Decodes a value.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - form: The form of numbers.
    /// - Returns: The value.
    /// - Throws: `DecodingError` if the value has another form.
    package func decode<Value: Decodable>(
        _ type: Value.Type,
        numbers form: NumberForm = .number
    ) throws -> Value {
        try JSONValueDecoder(value: self, codingPath: [], numbers: form).decode(type)
    }

    /// The form of numbers in messages.
    package enum NumberForm: Sendable {
        /// A number is a number.
        case number
        /// A whole number that is not negative is a number or a text of its digits, whatever the type of the member is.
        ///
        /// Google's servers write numbers of 64 bits as texts (the JSON form of Protocol Buffers); others write them as numbers.
        case numberOrDigits
    }
}

private struct JSONValueDecoder: Decoder, SingleValueDecodingContainer {
    let value: JSONValue
    let codingPath: [any CodingKey]
    let numbers: JSONValue.NumberForm
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(
            Members(object: try required(value.object), codingPath: codingPath, numbers: numbers)
        )
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        Elements(values: try required(value.array), codingPath: codingPath, numbers: numbers)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { value == .null }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        switch type {
        case is String.Type: return try required((value.string ?? wholeNumber.map { String($0) }) as? Value)
        case is Bool.Type: return try required(value.boolean as? Value)
        case let type as any FixedWidthInteger.Type:
            return try required((value.integer ?? wholeNumber).flatMap { type.init(exactly: $0) } as? Value)
        // Messages have no fractions.
        case is any BinaryFloatingPoint.Type: return try required(nil)
        default: return try Value(from: self)
        }
    }

    private var wholeNumber: Int64? { numbers == .numberOrDigits ? value.wholeNumber : nil }

    func required<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw DecodingError.otherType(at: codingPath) }
        return value
    }
}

private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let object: JSONObject
    let codingPath: [any CodingKey]
    let numbers: JSONValue.NumberForm

    var allKeys: [Key] { object.compactMap { Key(stringValue: $0.name) } }

    func contains(_ key: Key) -> Bool { object[key.stringValue] != nil }

    func decodeNil(forKey key: Key) throws -> Bool { try decoder(key).decodeNil() }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try decoder(key).decode(type)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try decoder(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { throw DecodingError.otherType(at: codingPath) }

    func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }

    private func decoder(_ key: Key) throws -> JSONValueDecoder {
        guard let value = object[key.stringValue] else {
            throw DecodingError.otherType(at: codingPath + [key])
        }
        return JSONValueDecoder(value: value, codingPath: codingPath + [key], numbers: numbers)
    }
}

private struct Elements: UnkeyedDecodingContainer {
    let values: [JSONValue]
    let codingPath: [any CodingKey]
    let numbers: JSONValue.NumberForm
    private(set) var currentIndex = 0

    init(values: [JSONValue], codingPath: [any CodingKey], numbers: JSONValue.NumberForm) {
        self.values = values
        self.codingPath = codingPath
        self.numbers = numbers
    }

    var count: Int? { values.count }
    var isAtEnd: Bool { currentIndex == values.count }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd, values[currentIndex] == .null else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next().decode(type) }

    mutating func nestedContainer<Key: CodingKey>(
        keyedBy type: Key.Type
    ) throws -> KeyedDecodingContainer<Key> {
        try next().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next().unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder { try next() }

    private mutating func next() throws -> JSONValueDecoder {
        guard !isAtEnd else { throw DecodingError.otherType(at: codingPath) }
        defer { currentIndex += 1 }
        return JSONValueDecoder(value: values[currentIndex], codingPath: codingPath, numbers: numbers)
    }
}

extension DecodingError {
    fileprivate static func otherType(at path: [any CodingKey]) -> DecodingError {
        .dataCorrupted(
            Context(codingPath: path, debugDescription: "The value is missing or has another type.")
        )
    }
}
