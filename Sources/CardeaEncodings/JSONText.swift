/// Writes JSON text by hand where a coder would cost too much (RFC 8259).
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
        try container(123, 125, content)
    }

    package mutating func array(_ content: (inout JSONText) throws -> Void) rethrows {
        try container(91, 93, content)
    }

    /// Begins a member of an object: its value must follow.
    package mutating func name(_ name: String) {
        string(name)
        bytes.append(58)
        needsComma = false
    }

    package mutating func member(_ name: String, _ value: String) {
        self.name(name)
        string(value)
    }

    package mutating func member(_ name: String, _ value: some StringProtocol) {
        member(name, String(value))
    }

    package mutating func member(_ name: String, _ value: Int64) {
        self.name(name)
        integer(value)
    }

    package mutating func member(_ name: String, _ value: some BinaryInteger) {
        self.name(name)
        integer(value)
    }

    package mutating func member(_ name: String, _ value: Bool) {
        self.name(name)
        boolean(value)
    }

    /// Writes a string that is known to need no escape, such as a token.
    package mutating func member(_ name: String, unescaped text: [UInt8]) {
        self.name(name)
        string(unescaped: text)
    }

    /// Writes a string that is known to need no escape.
    package mutating func string(unescaped text: [UInt8]) {
        separate()
        bytes.append(34)
        bytes.append(contentsOf: text)
        bytes.append(34)
        needsComma = true
    }

    package mutating func string(_ value: some StringProtocol) {
        string(String(value))
    }

    /// The same for the usual case, which is on hot paths and costs a third when the compiler knows the type.
    package mutating func string(_ value: String) {
        separate()
        Self.append(value, to: &bytes)
        needsComma = true
    }

    /// Appends a string with its quotes.
    package static func append(_ value: String, to bytes: inout [UInt8]) {
        bytes.append(34)
        let start = bytes.count
        bytes.append(contentsOf: value.utf8)
        if needsEscapes(bytes.span, from: start) {
            bytes.removeSubrange(start...)
            escape(value, to: &bytes)
        }
        bytes.append(34)
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
        raw((value ? "true" : "false").utf8)
    }

    /// Appends text that is JSON already, or a string that is known to need no escape.
    package mutating func raw(_ text: some Sequence<UInt8>) {
        separate()
        bytes.append(contentsOf: text)
        needsComma = true
    }

    private mutating func container(
        _ open: UInt8,
        _ close: UInt8,
        _ content: (inout JSONText) throws -> Void
    ) rethrows {
        separate()
        bytes.append(open)
        needsComma = false
        try content(&self)
        bytes.append(close)
        needsComma = true
    }

    /// Whether the text from a place on has characters that a string must escape. It seldom has.
    private static func needsEscapes(_ text: Span<UInt8>, from start: Int) -> Bool {
        // Without a way out of the loop, so that it looks at many bytes at a time.
        var isFound = false
        for index in start..<text.count {
            let byte = text[index]
            isFound = isFound || byte < 32 || byte == 34 || byte == 92
        }
        return isFound
    }

    private static func escape(_ value: String, to bytes: inout [UInt8]) {
        for byte in value.utf8 {
            switch byte {
            case 34, 92:
                bytes.append(92)
                bytes.append(byte)
            case 0..<32:
                bytes += #"\u00"#.utf8
                bytes += Hexadecimal.encode([byte]).utf8
            default:
                bytes.append(byte)
            }
        }
    }

    private mutating func separate() {
        if needsComma { bytes.append(44) }
    }
}
