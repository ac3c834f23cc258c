import Glibc

extension Span<UInt8> {
    /// The first place of a byte, at or behind another place.
    func firstIndex(of byte: UInt8, from start: Int) -> Int? {
        guard start < count else { return nil }
        return unsafe withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress,
                let found = unsafe memchr(base + start, Int32(byte), count - start)
            else { return nil }
            return unsafe UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) - base
        }
    }

    /// Whether all bytes are characters of a token (RFC 9110 §5.6.2).
    var isToken: Bool {
        for index in indices where !self[index].isToken { return false }
        return true
    }

    /// Whether all bytes are allowed in a field value (RFC 9110 §5.5).
    var isFieldValue: Bool {
        // Without a branch, the loop compares many bytes at a time.
        var rejected: UInt8 = 0
        for index in indices { rejected |= self[index].isFieldValue ? 0 : 1 }
        return rejected == 0
    }

    /// The bytes of a range as text; bytes that are not UTF-8 are replaced.
    func text(_ range: Range<Int>) -> String {
        unsafe extracting(range).withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// The bytes of a range as text, with ASCII letters in lower case.
    func lowercaseText(_ range: Range<Int>) -> String {
        unsafe String(unsafeUninitializedCapacity: range.count) { text in
            for offset in 0..<range.count {
                let byte = self[range.lowerBound + offset]
                unsafe text.initializeElement(at: offset, to: (65...90).contains(byte) ? byte | 0x20 : byte)
            }
            return range.count
        }
    }
}

extension UInt8 {
    /// Whether the byte is a character of a token (RFC 9110 §5.6.2).
    var isToken: Bool {
        // Bit sets of the ASCII characters: a table would be looked up behind a check of its initialization.
        let low: UInt64 = 0x03FF_6CFA_0000_0000
        let high: UInt64 = 0x57FF_FFFF_C7FF_FFFE
        return self < 64 ? low >> UInt64(self) & 1 == 1 : self < 128 && high >> UInt64(self - 64) & 1 == 1
    }

    /// Whether the byte is allowed in a field value: visible, white space, or beyond ASCII (RFC 9110 §5.5).
    var isFieldValue: Bool { self >= 0x20 && self != 0x7F || self == UInt8(ascii: "\t") }

    /// A space or a tab.
    var isWhiteSpace: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}
