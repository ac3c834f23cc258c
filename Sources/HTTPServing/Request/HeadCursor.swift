import HTTPRouting

/// Goes over the block of a head piece by piece, and takes nothing that a strict grammar does not allow (RFC 9112 §3, §5).
@safe
struct HeadCursor {
    private let block: UnsafeRawBufferPointer
    private var place = 0

    init(_ block: UnsafeRawBufferPointer) {
        unsafe self.block = unsafe block
    }

    /// Whether only the empty line is left, which ends the head; it must end it.
    mutating func isAtEnd() throws(Refusal) -> Bool {
        guard byte(at: place) == 0 else { return false }
        try lineEnd()
        guard unsafe place == block.count else { throw .malformed("Malformed line in the head.") }
        return true
    }

    /// The method: a token, then the cut.
    mutating func method() throws(Refusal) -> String {
        let length = try token("Malformed method.")
        defer { place += length + 1 }
        return unsafe String(decoding: block[place..<place + length], as: UTF8.self)
    }

    /// The name of a field in lower case: a token, then the cut.
    mutating func fieldName() throws(Refusal) -> String {
        let length = try token("Malformed field name.")
        defer { place += length + 1 }
        return unsafe String(unsafeUninitializedCapacity: length) { name in
            for offset in 0..<length {
                let byte = unsafe block[place + offset]
                unsafe name.initializeElement(at: offset, to: (65...90).contains(byte) ? byte | 0x20 : byte)
            }
            return length
        }
    }

    /// The value of a field without the white space around it, then the end of the line.
    mutating func fieldValue() throws(Refusal) -> String {
        while isWhiteSpace(byte(at: place)) { place += 1 }
        let start = place
        while isValue(byte(at: place)) { place += 1 }
        var end = place
        while end > start, isWhiteSpace(byte(at: end - 1)) { end -= 1 }
        try lineEnd()
        return unsafe String(decoding: block[start..<end], as: UTF8.self)
    }

    /// Passes over the target, then the cut.
    mutating func skipTarget(length: Int) throws(Refusal) {
        place += length
        guard length > 0, byte(at: place) == 0 else { throw .malformed("Malformed request line.") }
        place += 1
    }

    /// Whether the version, which the library has checked for form, is HTTP/1.0; then the end of the line.
    mutating func isHTTP10() throws(Refusal) -> Bool {
        place += 8
        let minor = byte(at: place - 1)
        try lineEnd()
        return minor == UInt8(ascii: "0")
    }

    private mutating func lineEnd() throws(Refusal) {
        guard unsafe place + 2 <= block.count, byte(at: place) == 0, byte(at: place + 1) == 0 else {
            throw .malformed("Malformed line in the head.")
        }
        place += 2
    }

    /// The length of the token that begins here and goes up to the next cut.
    private func token(_ complaint: String) throws(Refusal) -> Int {
        var end = place
        while isToken(byte(at: end)) { end += 1 }
        guard end > place, unsafe end < block.count, byte(at: end) == 0 else { throw .malformed(complaint) }
        return end - place
    }

    private func byte(at index: Int) -> UInt8 {
        unsafe index < block.count ? block[index] : 0
    }

    private func isWhiteSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }

    /// Visible characters, white space, and what is beyond ASCII (RFC 9110 §5.5).
    private func isValue(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != 0x7F || byte == UInt8(ascii: "\t")
    }

    /// The characters of a token (RFC 9110 §5.6.2).
    private func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 65...90, 97...122: true
        case 33, 35...39, 42, 43, 45, 46, 94...96, 124, 126: true
        default: false
        }
    }
}
