/// Writes JSON text (RFC 8259), faster than an encoder.
///
///     var json = JSONText()
///     json.object { json in
///         json.member("expires_in", 3600)
///         json.member("token_type", "Bearer")
///     }
package struct JSONText: Sendable {
    package private(set) var bytes: [UInt8]
    private var needsComma = false

    package init(capacity: Int = 256) {
        bytes = []
        bytes.reserveCapacity(capacity)
    }

    package mutating func object(_ content: (inout JSONText) throws -> Void) rethrows {
        try container("{", "}", content)
    }

    package mutating func array(_ content: (inout JSONText) throws -> Void) rethrows {
        try container("[", "]", content)
    }

    /// Begins a member of an object; its value must follow.
    ///
    /// - Parameter name: Text that needs no escape.
    package mutating func name(_ name: StaticString) {
        separate()
        bytes.append(Self.quote)
        bytes.append(name)
        bytes.append(Self.quote)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Begins a member of an object; its value must follow.
    package mutating func name(_ name: JSONName) {
        separate()
        bytes.append(contentsOf: name.text)
        needsComma = false
    }

    /// Begins a member of an object; its value must follow.
    package mutating func name(text name: String) { self.name(JSONName(name)) }

    package mutating func member(_ name: StaticString, _ value: String) {
        self.name(name)
        string(value)
    }

    package mutating func member(_ name: StaticString, _ value: some StringProtocol) {
        member(name, String(value))
    }

    package mutating func member(_ name: StaticString, _ value: Int64) {
        self.name(name)
        integer(value)
    }

    package mutating func member(_ name: StaticString, _ value: some BinaryInteger) {
        self.name(name)
        integer(value)
    }

    package mutating func member(_ name: StaticString, _ value: Bool) {
        self.name(name)
        boolean(value)
    }

    /// Writes a string without characters that need an escape, such as a token.
    package mutating func string(unescaped text: [UInt8]) {
        separate()
        bytes.append(Self.quote)
        bytes.append(contentsOf: text)
        bytes.append(Self.quote)
        needsComma = true
    }

    package mutating func string(_ value: String) {
        separate()
        Self.append(value, to: &bytes)
        needsComma = true
    }

    /// Appends a string with its quotes.
    package static func append(_ value: String, to bytes: inout [UInt8]) {
        bytes.append(Self.quote)
        let start = bytes.count
        bytes.append(contentsOf: value.utf8)
        if needsEscapes(bytes.span.extracting(start...)) {
            bytes.removeSubrange(start...)
            escape(value, to: &bytes)
        }
        bytes.append(Self.quote)
    }

    package mutating func integer(_ value: some BinaryInteger) {
        raw(String(value).utf8)
    }

    package mutating func integer(_ value: Int64) {
        separate()
        bytes.append(decimal: Int(value))
        needsComma = true
    }

    package mutating func boolean(_ value: Bool) {
        separate()
        bytes.append(value ? "true" : "false")
        needsComma = true
    }

    /// Appends JSON text.
    package mutating func raw(_ text: some Sequence<UInt8>) {
        separate()
        bytes.append(contentsOf: text)
        needsComma = true
    }

    private mutating func container(
        _ open: Unicode.Scalar,
        _ close: Unicode.Scalar,
        _ content: (inout JSONText) throws -> Void
    ) rethrows {
        separate()
        bytes.append(UInt8(ascii: open))
        needsComma = false
        try content(&self)
        bytes.append(UInt8(ascii: close))
        needsComma = true
    }

    /// Whether the text has characters that a string must escape.
    ///
    /// It seldom has.
    private static func needsEscapes(_ text: Span<UInt8>) -> Bool {
        // Without a branch, the loop compares many bytes at a time.
        var found: UInt8 = 0
        for index in text.indices {
            let byte = text[index]
            found |= (byte < 32 ? 1 : 0) | (byte == quote ? 1 : 0) | (byte == backslash ? 1 : 0)
        }
        return found != 0
    }

    private static func escape(_ value: String, to bytes: inout [UInt8]) {
        for byte in value.utf8 {
            switch byte {
            case quote, backslash:
                bytes.append(Self.backslash)
                bytes.append(byte)
            case 0..<UInt8(ascii: " "):
                bytes += #"\u00"#.utf8
                bytes += Hexadecimal.encode([byte]).utf8
            default:
                bytes.append(byte)
            }
        }
    }

    private static var quote: UInt8 { UInt8(ascii: "\"") }
    private static var backslash: UInt8 { UInt8(ascii: "\\") }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
    }
}

/// The name of a member as JSON text with the colon behind it, made once for many objects.
package struct JSONName: Sendable {
    fileprivate let text: [UInt8]

    package init(_ name: String) {
        var text: [UInt8] = []
        JSONText.append(name, to: &text)
        self.text = text + [UInt8(ascii: ":")]
    }
}
